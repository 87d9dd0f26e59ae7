/**
 * The documents of the interface in JSON, as types: attributes with an underscore before their name,
 * lists always as lists, every value a string. Made by `npm run generate` from the tables of the service; changes here are lost.
 */

/** Values of `_CreditReportType`. Type of the report. */
export type ReportType =
  | 'Error'
  | 'Merge'
  | 'MergePlus'
  | 'NonTraditional'
  | 'Other'
  | 'RiskScoresOnly'
  | 'RMCR'
  | 'RMCRForeign'
  | 'Status'

/** Values of `_CreditReportRequestActionType`. The requested action. */
export type ActionType = 'Submit' | 'ForceNew' | 'Reissue' | 'Upgrade' | 'Unmerge'

/** Values of `_MaritalStatusType`. Marital status. */
export type MaritalStatusType = 'Married' | 'NotProvided' | 'Separated' | 'Unknown' | 'Unmarried'

/** Values of `__AccountOwnershipType`. ECOA designation: responsibility of the borrower for the account. */
export type AccountOwnershipType =
  | 'AuthorizedUser'
  | 'Comaker'
  | 'Individual'
  | 'JointContractualLiability'
  | 'JointParticipating'
  | 'Maker'
  | 'OnBehalfOf'
  | 'Terminated'
  | 'Undesignated'
  | 'Deceased'

/** Values of `__AccountStatusType`. Status of the account, such as Open or Paid. */
export type AccountStatusType = 'Closed' | 'Frozen' | 'Open' | 'Paid' | 'Refinanced' | 'Transferred'

/** Values of `__AccountType`. Form of the account. */
export type AccountType =
  | 'CreditLine'
  | 'Installment'
  | 'Mortgage'
  | 'Open'
  | 'Revolving'
  | 'Unknown'

/** Values of `_CreditBusinessType`. The creditor's line of business. */
export type BusinessType =
  | 'Advertising'
  | 'Automotive'
  | 'Banking'
  | 'Clothing'
  | 'CollectionServices'
  | 'Contractors'
  | 'DepartmentAndMailOrder'
  | 'Employment'
  | 'FarmAndGardenSupplies'
  | 'Finance'
  | 'Government'
  | 'Grocery'
  | 'HomeFurnishing'
  | 'Insurance'
  | 'JewelryAndCamera'
  | 'LumberAndHardware'
  | 'MedicalAndHealth'
  | 'MiscellaneousAndPublicRecord'
  | 'OilAndNationalCreditCards'
  | 'PersonalServicesNotMedical'
  | 'RealEstateAndPublicAccommodation'
  | 'SportingGoods'
  | 'UtilitiesAndFuel'
  | 'Wholesale'

/** Values of `_CreditLoanType`. Loan type. */
export type LoanType =
  | 'Agriculture'
  | 'Airplane'
  | 'ApplianceOrFurniture'
  | 'AttorneyFees'
  | 'AutoLease'
  | 'AutoLoanEquityTransfer'
  | 'Automobile'
  | 'AutoRefinance'
  | 'Boat'
  | 'Business'
  | 'BusinessCreditCard'
  | 'ChargeAccount'
  | 'CheckCreditOrLineOfCredit'
  | 'ChildSupport'
  | 'Collection'
  | 'CollectionAttorney'
  | 'Comaker'
  | 'CombinedCreditPlan'
  | 'CommercialCreditObligation'
  | 'CommercialLineOfCredit'
  | 'CommercialMortgage'
  | 'ConditionalSalesContract'
  | 'Consolidation'
  | 'ConventionalRealEstateMortgage'
  | 'CreditCard'
  | 'CreditLineSecured'
  | 'DebitCard'
  | 'DebtCounselingService'
  | 'DepositRelated'
  | 'Educational'
  | 'Employment'
  | 'FactoringCompanyAccount'
  | 'FamilySupport'
  | 'FarmersHomeAdministrationFHMA'
  | 'FederalConsolidatedLoan'
  | 'FHAComakerNotBorrower'
  | 'FHAHomeImprovement'
  | 'FHARealEstateMortgage'
  | 'FinanceStatement'
  | 'GovernmentBenefit'
  | 'GovernmentEmployeeAdvance'
  | 'GovernmentFeeForService'
  | 'GovernmentFine'
  | 'GovernmentGrant'
  | 'GovernmentMiscellaneousDebt'
  | 'GovernmentOverpayment'
  | 'GovernmentSecuredDirectLoan'
  | 'GovernmentSecuredGuaranteeLoan'
  | 'GovernmentUnsecuredDirectLoan'
  | 'GovernmentUnsecuredGuaranteeLoan'
  | 'HomeEquityLineOfCredit'
  | 'HomeImprovement'
  | 'HouseholdGoods'
  | 'HouseholdGoodsAndOtherCollateralAuto'
  | 'HouseholdGoodsSecured'
  | 'InstallmentLoan'
  | 'InstallmentSalesContract'
  | 'InsuranceClaims'
  | 'Lease'
  | 'LenderPlacedInsurance'
  | 'ManualMortgage'
  | 'MedicalDebt'
  | 'MobileHome'
  | 'Mortgage'
  | 'NoteLoan'
  | 'NoteLoanWithComaker'
  | 'Other'
  | 'PartiallySecured'
  | 'PersonalLoan'
  | 'RealEstateJuniorLiens'
  | 'RealEstateLoanEquityTransfer'
  | 'RealEstateMortgageWithoutOtherCollateral'
  | 'RealEstateSpecificTypeUnknown'
  | 'Recreational'
  | 'RecreationalVehicle'
  | 'Refinance'
  | 'RefundAnticipationLoan'
  | 'RentalAgreement'
  | 'ResidentialLoan'
  | 'ReturnedCheck'
  | 'RevolvingBusinessLines'
  | 'Secured'
  | 'SecuredByCosigner'
  | 'SecuredCreditCard'
  | 'SecuredHomeImprovement'
  | 'SinglePaymentLoan'
  | 'SpouseSupport'
  | 'SummaryOfAccountsWithSameStatus'
  | 'TimeSharedLoan'
  | 'Title1Loan'
  | 'UnknownLoanType'
  | 'Unsecured'
  | 'VeteransAdministrationLoan'
  | 'VeteransAdministrationRealEstateMortgage'
  | 'BiMonthlyMortgageTermInYears'
  | 'ConstructionLoan'
  | 'DeferredStudentLoan'
  | 'SecondMortgage'
  | 'SemiMonthlyMortgagePayment'
  | 'Camper'
  | 'ConditionalSalesContractRefinance'
  | 'HomeEquity'
  | 'ManufacturedHome'
  | 'MobilePhone'
  | 'UtilityCompany'

/** Values of `__Type`. Meaning of the code. */
export type RatingType =
  | 'AsAgreed'
  | 'BankruptcyOrWageEarnerPlan'
  | 'ChargeOff'
  | 'Collection'
  | 'CollectionOrChargeOff'
  | 'Foreclosure'
  | 'ForeclosureOrRepossession'
  | 'Late30Days'
  | 'Late60Days'
  | 'Late90Days'
  | 'LateOver120Days'
  | 'NoDataAvailable'
  | 'Repossession'
  | 'TooNew'
  | 'WageEarnerPlan'

/** Values of `__SourceType`. Source of the remark. */
export type CommentSourceType =
  | 'Borrower'
  | 'CreditBureau'
  | 'Equifax'
  | 'Experian'
  | 'Lender'
  | 'RepositoryBureau'
  | 'TransUnion'

/** Values of `__Type`. Type of remark. */
export type CommentType =
  | 'BureauRemarks'
  | 'ConsumerStatement'
  | 'Instruction'
  | 'Other'
  | 'PublicRecordText'
  | 'StatusCode'

/** Values of `__SourceType`. The bureau. */
export type RepositorySourceType = 'Equifax' | 'Experian' | 'MergedData' | 'Other' | 'TransUnion'

/** Values of `__DispositionType`. Disposition. */
export type DispositionType =
  | 'Adjudicated'
  | 'Appealed'
  | 'Cancelled'
  | 'Completed'
  | 'Converted'
  | 'Discharged'
  | 'Dismissed'
  | 'Distributed'
  | 'Filed'
  | 'Granted'
  | 'InvoluntarilyDischarged'
  | 'Nonadjudicated'
  | 'Other'
  | 'Paid'
  | 'PaidNotSatisfied'
  | 'Pending'
  | 'RealEstateSold'
  | 'Released'
  | 'Rescinded'
  | 'Satisfied'
  | 'Settled'
  | 'Unknown'
  | 'Unreleased'
  | 'Unsatisfied'
  | 'Vacated'
  | 'VoluntarilyDischarged'
  | 'Withdrawn'

/** Values of `__Type`. Type of record. */
export type PublicRecordType =
  | 'Annulment'
  | 'Attachment'
  | 'BankruptcyChapter11'
  | 'BankruptcyChapter12'
  | 'BankruptcyChapter13'
  | 'BankruptcyChapter7'
  | 'BankruptcyChapter7Involuntary'
  | 'BankruptcyChapter7Voluntary'
  | 'BankruptcyTypeUnknown'
  | 'Collection'
  | 'CustodyAgreement'
  | 'DivorceDecree'
  | 'FicticiousName'
  | 'FinancialCounseling'
  | 'FinancingStatement'
  | 'ForcibleDetainer'
  | 'Foreclosure'
  | 'Garnishment'
  | 'Judgment'
  | 'LawSuit'
  | 'Lien'
  | 'NonResponsibility'
  | 'NoticeOfDefault'
  | 'Other'
  | 'PublicSale'
  | 'RealEstateRecording'
  | 'Repossession'
  | 'SupportDebt'
  | 'TaxLienCity'
  | 'TaxLienCounty'
  | 'TaxLienFederal'
  | 'TaxLienOther'
  | 'TaxLienState'
  | 'Trusteeship'
  | 'Unknown'
  | 'UnlawfulDetainer'
  | 'ChildSupport'
  | 'FamilySupport'
  | 'MechanicsLien'
  | 'MedicalLien'
  | 'SpouseSupport'

/** Values of `__PurposeType`. Why. */
export type InquiryPurposeType =
  | 'AutomatedMortgageReport'
  | 'CreditGranting'
  | 'CreditGrantingPossibleAdditionalOffers'
  | 'CheckingAccount'
  | 'CheckingOrSavingsPossibleAdditionalOffers'
  | 'CreditWatch'
  | 'FACTInquiry'
  | 'FraudCheckRequested'
  | 'HAWKMatchReceived'
  | 'InsuranceUnderwriting'
  | 'LegitimateBusinessPurpose'
  | 'Licensing'
  | 'ManualMortgage'
  | 'PermissiblePurposeIDProfile'
  | 'ServiceActivationPossibleAdditionalOffers'
  | 'SkipTrace'
  | 'UtilityCompany'
  | 'Other'

/** Values of `__ResultStatusType`. Result of the pull. */
export type FileResultStatusType =
  | 'FileReturned'
  | 'NoFileReturnedCreditFreeze'
  | 'NoFileReturnedBorrowerIsAMinor'
  | 'NoFileReturnedNoHit'
  | 'NoFileReturnedThinFile'
  | 'NoFileReturnedFraudulentRequestData'
  | 'NoFileReturnedBadAccessCode'
  | 'NoFileReturnedInadequateRequestData'
  | 'NoFileReturnedError'
  | 'Other'

/** Values of `__CategoryType`. Category of the alert. */
export type AlertCategoryType =
  | 'CreditFileSuppressed'
  | 'DeathClaim'
  | 'DemographicsVerification'
  | 'FACTAActiveDuty'
  | 'FACTAAddressDiscrepancy'
  | 'FACTAFraudVictimExtended'
  | 'FACTAFraudVictimInitial'
  | 'FACTARiskScoreValue'
  | 'FraudVictim'
  | 'Other'
  | 'SSNVerification'

/** Values of `__Type`. The bureau product that raised it. */
export type AlertType =
  | 'EquifaxSAFESCAN'
  | 'EquifaxSSNVerified'
  | 'ExperianFACSPlus'
  | 'TransUnionHAWKAlert'
  | 'TransUnionHighRiskFraudAlert'
  | 'TransUnionIDMismatchAlert'
  | 'TransUnionTransAlert'
  | 'ExperianFraudShield'
  | 'Other'
  | 'EquifaxIdentitySCAN'
  | 'TransUnionIDVisionAlert'

/** Values of `__Type`. Kind of difference. */
export type FileVariationType =
  | 'DifferentAddress'
  | 'DifferentBirthDate'
  | 'DifferentGeneration'
  | 'DifferentLastName'
  | 'DifferentName'
  | 'DifferentSSN'

/** Values of `__SourceType`. Source of the error. */
export type ErrorSourceType =
  | 'CreditBureau'
  | 'Equifax'
  | 'Experian'
  | 'Lender'
  | 'RepositoryBureau'
  | 'TransUnion'

/** Values of `__ModelNameType`. The score model. */
export type ScoreModelNameType =
  | 'EquifaxBeacon'
  | 'EquifaxBeaconAuto'
  | 'EquifaxBeaconBankcard'
  | 'EquifaxBeaconInstallment'
  | 'EquifaxBeaconPersonalFinance'
  | 'EquifaxBeacon5.0'
  | 'EquifaxBeacon5.0Auto'
  | 'EquifaxBeacon5.0Bankcard'
  | 'EquifaxBeacon5.0Installment'
  | 'EquifaxBeacon5.0PersonalFinance'
  | 'EquifaxDAS'
  | 'EquifaxEnhancedBeacon'
  | 'EquifaxEnhancedDAS'
  | 'EquifaxMarketMax'
  | 'EquifaxMortgageScore'
  | 'EquifaxPinnacle'
  | 'EquifaxPinnacle2.0'
  | 'ExperianFairIsaac'
  | 'ExperianFairIsaacAdvanced'
  | 'ExperianFairIsaacAdvanced2.0'
  | 'ExperianFairIsaacAuto'
  | 'ExperianFairIsaacBankcard'
  | 'ExperianFairIsaacInstallment'
  | 'ExperianFairIsaacPersonalFinance'
  | 'ExperianMDSBankruptcyII'
  | 'ExperianNewNationalEquivalency'
  | 'ExperianNewNationalRisk'
  | 'ExperianOldNationalRisk'
  | 'ExperianScorexPLUS'
  | 'FICOExpansionScore'
  | 'FICORiskScoreClassic98'
  | 'FICORiskScoreClassicAuto98'
  | 'FICORiskScoreClassicBankcard98'
  | 'FICORiskScoreClassicInstallmentLoan98'
  | 'FICORiskScoreClassicPersonalFinance98'
  | 'FICORiskScoreClassic04'
  | 'FICORiskScoreNextGen00'
  | 'FICORiskScoreNextGen03'
  | 'Other'
  | 'TransUnionDelphi'
  | 'TransUnionEmpirica'
  | 'TransUnionEmpiricaAuto'
  | 'TransUnionEmpiricaBankcard'
  | 'TransUnionEmpiricaInstallment'
  | 'TransUnionEmpiricaPersonalFinance'
  | 'TransUnionNewDelphi'
  | 'TransUnionPrecision'
  | 'TransUnionPrecision03'
  | 'EquifaxBankruptcyNavigatorIndex02781'
  | 'EquifaxBankruptcyNavigatorIndex02782'
  | 'EquifaxBankruptcyNavigatorIndex02783'
  | 'EquifaxBankruptcyNavigatorIndex02784'
  | 'EquifaxVantageScore'
  | 'ExperianVantageScore'
  | 'TransUnionVantageScore'
  | 'ExperianFICOClassicV3'

/** Values of `__ExclusionReasonType`. Why there is no score. */
export type ScoreExclusionReasonType =
  | 'InvalidScoreRequest'
  | 'NotScoredCreditDataNotAvailable'
  | 'NotScoredFileIsUnderReview'
  | 'NotScoredFileTooLong'
  | 'NotScoredInsufficientCredit'
  | 'NotScoredNoQualifyingAccount'
  | 'NotScoredNoRecentAccountInformation'
  | 'NotScoredSubjectDeceased'
  | 'ScoringNotAvailable'
  | 'UnauthorizedScoreRequest'
  | 'NotScoredRequirementsNotMet'
  | 'NotScoredFileCannotBeScored'

/** Values of `__EncodingType`. Encoding of the document. */
export type EmbeddedFileEncodingType =
  | 'QuotedPrintable'
  | 'DeflateBase64'
  | 'GzipBase64'
  | 'Other'
  | 'CData'
  | 'base64'
  | 'Text'

/** Values of `__Format`. Format of the printed report. */
export type ResponseFormat = 'XML' | 'PDF' | 'PCL' | 'Text' | 'Other'

/** Values of `__State`. State, territory or military mail. */
export type State =
  | 'AL'
  | 'AK'
  | 'AZ'
  | 'AR'
  | 'CA'
  | 'CO'
  | 'CT'
  | 'DE'
  | 'DC'
  | 'FL'
  | 'GA'
  | 'HI'
  | 'ID'
  | 'IL'
  | 'IN'
  | 'IA'
  | 'KS'
  | 'KY'
  | 'LA'
  | 'ME'
  | 'MD'
  | 'MA'
  | 'MI'
  | 'MN'
  | 'MS'
  | 'MO'
  | 'MT'
  | 'NE'
  | 'NV'
  | 'NH'
  | 'NJ'
  | 'NM'
  | 'NY'
  | 'NC'
  | 'ND'
  | 'OH'
  | 'OK'
  | 'OR'
  | 'PA'
  | 'RI'
  | 'SC'
  | 'SD'
  | 'TN'
  | 'TX'
  | 'UT'
  | 'VT'
  | 'VA'
  | 'WA'
  | 'WV'
  | 'WI'
  | 'WY'
  | 'AS'
  | 'GU'
  | 'MP'
  | 'PR'
  | 'VI'
  | 'FM'
  | 'MH'
  | 'PW'
  | 'AA'
  | 'AE'
  | 'AP'

/** `CONTACT_POINT`: One way to reach the contact. */
export interface ContactPoint {
  /** Phone or Fax. */
  readonly __Type: 'Phone' | 'Fax'
  /** Number or address. */
  readonly __Value: string
}

/** `CONTACT_DETAIL`: The contact for questions about the report. */
export interface ContactDetail {
  /** Name of the contact. */
  readonly __Name: string
  readonly CONTACT_POINT: readonly ContactPoint[]
}

/** `RESPONDING_PARTY`: The organization that operates this service. */
export interface RespondingParty {
  /** Name of the organization. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  readonly CONTACT_DETAIL: ContactDetail
}

/** `CONTACT_DETAIL`: The contact at the ordering party. */
export interface RespondToPartyContactDetail {
  /** Name of the contact. */
  readonly __Name: string
}

/** `RESPOND_TO_PARTY`: The ordering party. Fields missing in the request come from the account's profile. */
export interface RespondToParty {
  /** Name of the ordering party. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** The lender's loan number, as sent. */
  readonly _LenderCaseIdentifier?: string | undefined
  readonly CONTACT_DETAIL: RespondToPartyContactDetail
}

/** `KEY`: A named value about the response, listed in docs/keys.md. */
export interface Key {
  /** Name of the value. */
  readonly __Name: string
  /** The value. */
  readonly __Value?: string | undefined
}

/** `CREDIT_REPORT_PRICE`: The price of this response. */
export interface CreditReportPrice {
  /** Amount in dollars and cents. */
  readonly __Amount: string
  /** Meaning of the amount. */
  readonly __Type: 'Net' | 'Other' | 'Tax' | 'Total'
}

/** `CREDIT_REPOSITORY_INCLUDED`: The bureaus that delivered a file. */
export interface CreditRepositoryIncluded {
  /** Whether the first bureau delivered. */
  readonly __EquifaxIndicator: 'Y' | 'N'
  /** Whether the second bureau delivered. */
  readonly __ExperianIndicator: 'Y' | 'N'
  /** Whether the third bureau delivered. */
  readonly __TransUnionIndicator: 'Y' | 'N'
}

/** `CREDIT_REQUEST_DATA`: The order of this response. */
export interface CreditRequestData {
  /** The client's identifier of the order, as sent. */
  readonly _CreditRequestID: string
  /** The borrowers, as sent. */
  readonly _BorrowerID: string
  /** The ID of the existing report in the order. */
  readonly _CreditReportIdentifier: string
  /** The requested action. */
  readonly _CreditReportRequestActionType: ActionType
  /** The requested report type. */
  readonly _CreditReportType: ReportType
  /** The report type if it is Other. */
  readonly _CreditReportTypeOtherDescription: string
  /** When the client sent the order, as sent. */
  readonly _CreditRequestDateTime: string
  /** Individual or Joint. */
  readonly _CreditRequestType: 'Individual' | 'Joint'
}

/** `PARSED_STREET_ADDRESS`: The street address in parts. */
export interface ParsedStreetAddress {
  /** Name of the street without house number. */
  readonly __StreetName: string
}

/** `_RESIDENCE`: The current address of the borrower, as ordered. */
export interface Residence {
  /** House number and street. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** ZIP code. */
  readonly __PostalCode: string
  /** Country. */
  readonly __Country: string
  /** Current. */
  readonly _BorrowerResidencyType: 'Current' | 'Prior'
  readonly PARSED_STREET_ADDRESS: ParsedStreetAddress
}

/** `BORROWER`: A borrower, as ordered. */
export interface Borrower {
  /** Identifier of the borrower, as sent. */
  readonly _BorrowerID: string
  /** Given name. */
  readonly __FirstName: string
  /** Middle name. */
  readonly __MiddleName: string
  /** Family name. */
  readonly __LastName: string
  /** Whether the person is printed as borrower or co-borrower. */
  readonly __PrintPositionType: 'Borrower' | 'CoBorrower'
  /** Social security number, as sent. */
  readonly __SSN: string
  /** The whole name, with suffix. */
  readonly __UnparsedName: string
  /** Marital status. */
  readonly _MaritalStatusType: MaritalStatusType
  /** Generation suffix. */
  readonly __NameSuffix?: string | undefined
  /** Date of birth. */
  readonly __BirthDate?: string | undefined
  readonly _RESIDENCE: Residence
}

/** `CONTACT_POINT`: One way to reach the contact. */
export interface ContactDetailContactPoint {
  /** Means of contact. */
  readonly __Type: 'Email' | 'Fax' | 'Other' | 'Phone'
  /** Number or address. */
  readonly __Value: string
}

/** `CONTACT_DETAIL`: The contact of the party. */
export interface CreditorContactDetail {
  readonly CONTACT_POINT: readonly ContactDetailContactPoint[]
}

/** `_CREDITOR`: The creditor. */
export interface Creditor {
  /** Name of the creditor. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress?: string | undefined
  /** City. */
  readonly __City?: string | undefined
  /** State. */
  readonly __State?: string | undefined
  /** Postal code. */
  readonly __PostalCode?: string | undefined
  readonly CONTACT_DETAIL?: CreditorContactDetail | undefined
}

/** `_CURRENT_RATING`: Current rating; equals the first month of the payment pattern. */
export interface CurrentRating {
  /** Manner of payment. */
  readonly __Code: string
  /** Meaning of the code. */
  readonly __Type: RatingType
}

/** `_HIGHEST_ADVERSE_RATING`: The worst rating ever. */
export interface HighestAdverseRating {
  /** Amount that was due. */
  readonly __Amount?: string | undefined
  /** Manner of payment. */
  readonly __Code: string
  /** Month of the rating. */
  readonly __Date?: string | undefined
  /** Meaning of the code. */
  readonly __Type: RatingType
}

/** `PERIODIC_LATE_COUNT`: Late months of one year, counted back from the latest. */
export interface PeriodicLateCount {
  /** The year. */
  readonly __Type: 'FirstYear' | 'SecondYear' | 'ThirdYear' | 'Other'
  /** Months 30 days late. */
  readonly __30Days: string
  /** Months 60 days late. */
  readonly __60Days: string
  /** Months 90 or more days late. */
  readonly __90Days: string
  /** Months 120 or more days late. */
  readonly __120Days?: string | undefined
}

/** `_LATE_COUNT`: Late months within the months reviewed. */
export interface LateCount {
  /** Months 30 days late. */
  readonly __30Days: string
  /** Months 60 days late. */
  readonly __60Days: string
  /** Months 90 or more days late. */
  readonly __90Days: string
  /** Months 120 or more days late. */
  readonly __120Days?: string | undefined
  readonly PERIODIC_LATE_COUNT: readonly PeriodicLateCount[]
}

/** `_MOST_RECENT_ADVERSE_RATING`: The most recent adverse rating. */
export interface MostRecentAdverseRating {
  /** Amount that was due. */
  readonly __Amount?: string | undefined
  /** Manner of payment. */
  readonly __Code: string
  /** Month of the rating. */
  readonly __Date?: string | undefined
  /** Meaning of the code. */
  readonly __Type: RatingType
}

/** `_PAYMENT_PATTERN`: Payment history: one character per month. */
export interface PaymentPattern {
  /** The months, newest first, going back in time. */
  readonly __Data: string
  /** The month of the first character. */
  readonly __StartDate: string
}

/** `_PRIOR_ADVERSE_RATING`: An adverse month, newest first. */
export interface PriorAdverseRating {
  /** Manner of payment. */
  readonly __Code: string
  /** Month of the rating. */
  readonly __Date?: string | undefined
  /** Meaning of the code. */
  readonly __Type: RatingType
}

/** `CREDIT_COMMENT`: A remark of a bureau, a creditor or the consumer. */
export interface CreditComment {
  /** The bureau's remark code. */
  readonly __Code?: string | undefined
  /** Date of the remark. */
  readonly __ReportedDate?: string | undefined
  /** Source of the remark. */
  readonly __SourceType: CommentSourceType
  /** Type of remark. */
  readonly __Type: CommentType
  /** The type if it is Other. */
  readonly __TypeOtherDescription?: string | undefined
  readonly _Text: readonly string[]
}

/** `CREDIT_REPOSITORY`: A bureau that reports the item. */
export interface CreditRepository {
  /** The bureau. */
  readonly __SourceType: RepositorySourceType
  /** The bureau's subscriber code of the reporting company. */
  readonly __SubscriberCode?: string | undefined
}

/** `CREDIT_LIABILITY`: An account, merged from the files of the bureaus that report it. */
export interface CreditLiability {
  /** Identifier of the account within the report. */
  readonly _CreditLiabilityID: string
  /** The borrower or borrowers of the account. */
  readonly _BorrowerID: string
  /** The credit file from which the values are taken. */
  readonly _CreditFileID: string
  /** Entry of the creditor in the directory. */
  readonly _CreditTradeReferenceID?: string | undefined
  /** When the account was closed. */
  readonly __AccountClosedDate?: string | undefined
  /** Account number, usually shortened by the bureau. */
  readonly __AccountIdentifier?: string | undefined
  /** When the account was opened. */
  readonly __AccountOpenedDate?: string | undefined
  /** ECOA designation: responsibility of the borrower for the account. */
  readonly __AccountOwnershipType: AccountOwnershipType
  /** When the account was paid. */
  readonly __AccountPaidDate?: string | undefined
  /** When the creditor last reported. */
  readonly __AccountReportedDate?: string | undefined
  /** Date of the balance. */
  readonly __AccountBalanceDate?: string | undefined
  /** Date of the status. */
  readonly __AccountStatusDate?: string | undefined
  /** Status of the account, such as Open or Paid. */
  readonly __AccountStatusType: AccountStatusType
  /** Form of the account. */
  readonly __AccountType: AccountType
  /** Amount charged off. */
  readonly __ChargeOffAmount?: string | undefined
  /** When it was charged off. */
  readonly __ChargeOffDate?: string | undefined
  /** Collateral of the loan. */
  readonly __CollateralDescription?: string | undefined
  /** Whether the consumer disputes the account. */
  readonly __ConsumerDisputeIndicator: 'Y' | 'N'
  /** Credit limit. */
  readonly __CreditLimitAmount?: string | undefined
  /** Whether the account has derogatory information. */
  readonly __DerogatoryDataIndicator: 'Y' | 'N'
  /** Highest balance ever. */
  readonly __HighBalanceAmount?: string | undefined
  /** Original amount, or the highest credit used. */
  readonly __HighCreditAmount?: string | undefined
  /** Date of the last payment or use. */
  readonly __LastActivityDate?: string | undefined
  /** Payment due each month. */
  readonly __MonthlyPaymentAmount?: string | undefined
  /** Months remaining. */
  readonly __MonthsRemainingCount?: string | undefined
  /** Number of months in the payment pattern. */
  readonly __MonthsReviewedCount?: string | undefined
  /** The original creditor of a collection. */
  readonly __OriginalCreditorName?: string | undefined
  /** Amount past due. */
  readonly __PastDueAmount?: string | undefined
  /** Payment terms as text. */
  readonly __TermsDescription?: string | undefined
  /** Term of the loan in months. */
  readonly __TermsMonthsCount?: string | undefined
  /** Whether the terms were reported or computed. */
  readonly __TermsSourceType?: 'Calculated' | 'Provided' | undefined
  /** Balance owed. */
  readonly __UnpaidBalanceAmount?: string | undefined
  /** The creditor's line of business. */
  readonly _CreditBusinessType?: BusinessType | undefined
  /** Whether the consumer pays through credit counseling. */
  readonly _CreditCounselingIndicator: 'Y' | 'N'
  /** Loan type. */
  readonly _CreditLoanType?: LoanType | undefined
  /** The type if it is Other. */
  readonly _CreditLoanTypeOtherDescription?: string | undefined
  readonly _CREDITOR?: Creditor | undefined
  readonly _CURRENT_RATING?: CurrentRating | undefined
  readonly _HIGHEST_ADVERSE_RATING?: HighestAdverseRating | undefined
  readonly _LATE_COUNT?: LateCount | undefined
  readonly _MOST_RECENT_ADVERSE_RATING?: MostRecentAdverseRating | undefined
  readonly _PAYMENT_PATTERN?: PaymentPattern | undefined
  readonly _PRIOR_ADVERSE_RATING: readonly PriorAdverseRating[]
  readonly CREDIT_COMMENT: readonly CreditComment[]
  readonly CREDIT_REPOSITORY: readonly CreditRepository[]
}

/** `CREDIT_PUBLIC_RECORD`: A public record about a borrower, such as a bankruptcy. */
export interface CreditPublicRecord {
  /** Identifier of the record within the report. */
  readonly _CreditPublicRecordID: string
  /** The borrower or borrowers of the record. */
  readonly _BorrowerID: string
  /** The credit file from which the values are taken. */
  readonly _CreditFileID: string
  /** ECOA designation of the record. */
  readonly __AccountOwnershipType?: 'Individual' | 'Joint' | 'Terminated' | undefined
  /** Attorney. */
  readonly __AttorneyName?: string | undefined
  /** Assets stated in a bankruptcy. */
  readonly __BankruptcyAssetsAmount?: string | undefined
  /** Liabilities stated in a bankruptcy. */
  readonly __BankruptcyLiabilitiesAmount?: string | undefined
  /** Personal or business bankruptcy. */
  readonly __BankruptcyType?: 'Business' | 'Personal' | undefined
  /** Whether the consumer disputes the record. */
  readonly __ConsumerDisputeIndicator: 'Y' | 'N'
  /** Court. */
  readonly __CourtName?: string | undefined
  /** Whether the record is derogatory. */
  readonly __DerogatoryDataIndicator: 'Y' | 'N'
  /** Date of the disposition. */
  readonly __DispositionDate?: string | undefined
  /** Disposition. */
  readonly __DispositionType?: DispositionType | undefined
  /** Docket number. */
  readonly __DocketIdentifier?: string | undefined
  /** When it was filed. */
  readonly __FiledDate?: string | undefined
  /** Amount owed. */
  readonly __LegalObligationAmount?: string | undefined
  /** When it was paid. */
  readonly __PaidDate?: string | undefined
  /** Plaintiff. */
  readonly __PlaintiffName?: string | undefined
  /** Date reported. */
  readonly __ReportedDate?: string | undefined
  /** Type of record. */
  readonly __Type: PublicRecordType
  readonly CREDIT_COMMENT: readonly CreditComment[]
  readonly CREDIT_REPOSITORY: readonly CreditRepository[]
}

/** `CREDIT_INQUIRY`: An inquiry into the borrower's file. Inquiries of different bureaus are never merged. */
export interface CreditInquiry {
  /** Identifier of the inquiry within the report. */
  readonly _CreditInquiryID: string
  /** The borrower or borrowers of the inquiry. */
  readonly _BorrowerID: string
  /** The credit file that lists the inquiry. */
  readonly _CreditFileID: string
  /** Entry of the inquirer in the directory. */
  readonly _CreditTradeReferenceID?: string | undefined
  /** The inquirer. */
  readonly __Name: string
  /** When. */
  readonly __Date: string
  /** The inquirer's line of business. */
  readonly _CreditBusinessType?: BusinessType | undefined
  /** Type of credit requested. */
  readonly _CreditLoanType?: LoanType | undefined
  /** Why. */
  readonly __PurposeType?: InquiryPurposeType | undefined
  readonly CREDIT_REPOSITORY: readonly CreditRepository[]
}

/** `_ALERT_MESSAGE`: An alert of the bureau, or the reason why it returned no file. */
export interface AlertMessage {
  /** Whether the alert is adverse. */
  readonly __AdverseIndicator?: 'Y' | 'N' | undefined
  /** Category of the alert. */
  readonly __CategoryType?: AlertCategoryType | undefined
  /** The category if it is Other. */
  readonly __CategoryTypeOtherDescription?: string | undefined
  /** The bureau's alert code. */
  readonly __Code?: string | undefined
  /** The bureau product that raised it. */
  readonly __Type?: AlertType | undefined
  readonly _Text: readonly string[]
}

/** `_ALIAS`: Another name on file. */
export interface Alias {
  /** Given name. */
  readonly __FirstName: string
  /** Family name. */
  readonly __LastName: string
  /** The whole name. */
  readonly __UnparsedName: string
}

/** `_RESIDENCE`: An address on file, newest first. */
export interface BorrowerResidence {
  /** House number and street. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** ZIP code. */
  readonly __PostalCode: string
  /** Date reported. */
  readonly __DateReported: string
}

/** `_BORROWER`: The person on file at the bureau; fields are empty if there is no file. */
export interface CreditFileBorrower {
  /** Date of birth, with the known precision. */
  readonly __BirthDate: string
  /** Given name. */
  readonly __FirstName: string
  /** Family name. */
  readonly __LastName: string
  /** Middle name. */
  readonly __MiddleName: string
  /** Social security number on file. */
  readonly __SSN: string
  /** The whole name, with suffix. */
  readonly __UnparsedName: string
  readonly _ALIAS: readonly Alias[]
  readonly _RESIDENCE: readonly BorrowerResidence[]
  readonly _UnparsedAddress: readonly string[]
  readonly _UnparsedEmployment: string
}

/** `CONTACT_DETAIL`: The contact of the bureau. */
export interface OwningBureauContactDetail {
  readonly CONTACT_POINT: readonly ContactDetailContactPoint[]
}

/** `_OWNING_BUREAU`: The bureau office that owns the file. */
export interface OwningBureau {
  /** Code of the office. */
  readonly __Identifier?: string | undefined
  /** Name of the office. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** Second line of the street address. */
  readonly __StreetAddress2: string
  readonly CONTACT_DETAIL: OwningBureauContactDetail
}

/** `_VARIATION`: A difference between the file and the order. */
export interface Variation {
  /** Kind of difference. */
  readonly __Type: FileVariationType
}

/** `CREDIT_ERROR_MESSAGE`: The errors, one text each. */
export interface CreditErrorMessage {
  /** Code of the error, listed in docs/errors.md. */
  readonly __Code: string
  /** Source of the error. */
  readonly __SourceType: ErrorSourceType
  readonly _Text: readonly string[]
}

/** `CREDIT_FILE`: The credit file of one borrower at one bureau. */
export interface CreditFile {
  /** Identifier of the file within the report. */
  readonly _CreditFileID: string
  /** The borrower. */
  readonly _BorrowerID: string
  /** The bureau. */
  readonly _CreditRepositorySourceType: RepositorySourceType
  /** Date since which the bureau has had the person on file. */
  readonly __InfileDate?: string | undefined
  /** The score computed from the file. */
  readonly _CreditScoreID?: string | undefined
  /** Result of the pull. */
  readonly __ResultStatusType?: FileResultStatusType | undefined
  readonly _ALERT_MESSAGE: readonly AlertMessage[]
  readonly _BORROWER: CreditFileBorrower
  readonly _OWNING_BUREAU: OwningBureau
  readonly _VARIATION: readonly Variation[]
  readonly CREDIT_COMMENT: readonly CreditComment[]
  readonly CREDIT_ERROR_MESSAGE: readonly CreditErrorMessage[]
}

/** `_FACTOR`: A reason why the score is not higher, most important first. */
export interface Factor {
  /** The bureau's reason code, with leading zeros. */
  readonly __Code: string
  /** The reason in words. */
  readonly __Text: string
}

/** `CREDIT_SCORE`: The score of one borrower at one bureau. */
export interface CreditScore {
  /** Identifier of the score within the report. */
  readonly _CreditScoreID: string
  /** The borrower of the score. */
  readonly _BorrowerID: string
  /** The scored file. */
  readonly _CreditFileID: string
  /** The report. */
  readonly _CreditReportIdentifier: string
  /** The bureau. */
  readonly _CreditRepositorySourceType: RepositorySourceType
  /** Date computed. */
  readonly __Date: string
  /** Whether inquiries lowered the score. */
  readonly __FACTAInquiriesIndicator: 'Y' | 'N'
  /** The score model. */
  readonly __ModelNameType: ScoreModelNameType
  /** The score model if _ModelNameType is Other; only in a response to an order that requests such a model. */
  readonly __ModelNameTypeOtherDescription?: string | undefined
  /** The score; empty if the file cannot be scored. */
  readonly __Value: string
  /** Why there is no score. */
  readonly __ExclusionReasonType?: ScoreExclusionReasonType | undefined
  readonly _FACTOR: readonly Factor[]
}

/** `CONTACT_DETAIL`: The contact of the party. */
export interface CreditTradeReferenceContactDetail {
  readonly CONTACT_POINT: readonly ContactDetailContactPoint[]
}

/** `CREDIT_TRADE_REFERENCE`: An entry of the directory of creditors and inquirers. */
export interface CreditTradeReference {
  /** Identifier of the entry within the report. */
  readonly _CreditTradeReferenceID: string
  /** Name. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress?: string | undefined
  /** City. */
  readonly __City?: string | undefined
  /** State. */
  readonly __State?: string | undefined
  /** Postal code. */
  readonly __PostalCode?: string | undefined
  readonly CONTACT_DETAIL?: CreditTradeReferenceContactDetail | undefined
  readonly CREDIT_REPOSITORY: readonly CreditRepository[]
}

/** `CONTACT_DETAIL`: The contact of the bureau. */
export interface CreditConsumerReferralContactDetail {
  readonly CONTACT_POINT: readonly ContactDetailContactPoint[]
}

/** `CREDIT_CONSUMER_REFERRAL`: The bureau to which to refer the consumer. */
export interface CreditConsumerReferral {
  /** Name of the bureau. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** Second line of the street address. */
  readonly __StreetAddress2: string
  readonly CONTACT_DETAIL: CreditConsumerReferralContactDetail
}

/** `_DATA_SET`: One figure of a summary, listed in docs/summary.md. */
export interface DataSet {
  /** Name of the figure. */
  readonly __Name: string
  /** The figure. */
  readonly __Value: string
}

/** `CREDIT_SUMMARY`: Summary figures of one borrower. */
export interface CreditSummary {
  /** The borrower of the figures. */
  readonly _BorrowerID?: string | undefined
  /** Name of the summary. */
  readonly __Name: string
  readonly _DATA_SET: readonly DataSet[]
}

/** `EMBEDDED_FILE`: The printed report. */
export interface EmbeddedFile {
  /** Format of the document. */
  readonly __Type: string
  /** File name, without personal data. */
  readonly __Name: string
  /** Extension of the file name. */
  readonly __Extension: string
  /** Description of the document. */
  readonly __Description: string
  /** Media type of the document. */
  readonly _MIMEType: string
  /** Encoding of the document. */
  readonly __EncodingType: EmbeddedFileEncodingType
  readonly DOCUMENT: { readonly __cdata: string }
}

/** `CREDIT_RESPONSE`: The credit report. */
export interface CreditResponse {
  /** Version of the credit documents, as in the order. */
  readonly _MISMOVersionID: string
  /** Identifier of this response. */
  readonly _CreditResponseID: string
  /** Report ID. Use it to reissue, upgrade, unmerge or refresh the report. */
  readonly _CreditReportIdentifier: string
  /** When the report was first issued. */
  readonly _CreditReportFirstIssuedDate: string
  /** When the report was last changed. */
  readonly _CreditReportLastUpdatedDate: string
  /** How the files were merged. */
  readonly _CreditReportMergeType: 'Blend' | 'ListAndStack' | 'PickAndChoose'
  /** Type of the report. */
  readonly _CreditReportType: ReportType
  /** The report type if it is Other. */
  readonly _CreditReportTypeOtherDescription: string
  /** The code set of the ratings. */
  readonly _CreditRatingCodeType: 'Equifax' | 'Experian' | 'Other'
  readonly CREDIT_REPORT_PRICE: CreditReportPrice
  readonly CREDIT_REPOSITORY_INCLUDED: CreditRepositoryIncluded
  readonly CREDIT_REQUEST_DATA: CreditRequestData
  readonly BORROWER: readonly Borrower[]
  readonly CREDIT_LIABILITY: readonly CreditLiability[]
  readonly CREDIT_PUBLIC_RECORD: readonly CreditPublicRecord[]
  readonly CREDIT_INQUIRY: readonly CreditInquiry[]
  readonly CREDIT_FILE: readonly CreditFile[]
  readonly CREDIT_SCORE: readonly CreditScore[]
  readonly CREDIT_TRADE_REFERENCE: readonly CreditTradeReference[]
  readonly CREDIT_COMMENT: readonly CreditComment[]
  readonly CREDIT_CONSUMER_REFERRAL: readonly CreditConsumerReferral[]
  readonly CREDIT_SUMMARY: readonly CreditSummary[]
  readonly EMBEDDED_FILE: EmbeddedFile
}

/** `RESPONSE_DATA`: Envelope of the credit report. */
export interface ResponseData {
  readonly CREDIT_RESPONSE: CreditResponse
}

/** `RESPONSE`: The response to one request. */
export interface Response {
  /** When the service sent the response. */
  readonly _ResponseDateTime: string
  readonly KEY: readonly Key[]
  readonly RESPONSE_DATA: ResponseData
}

/** `RESPONSE_GROUP`: The response to an order. */
export interface ResponseGroup {
  /** Version of the documents, as in the order. */
  readonly _MISMOVersionID: string
  readonly RESPONDING_PARTY: RespondingParty
  readonly RESPOND_TO_PARTY: RespondToParty
  readonly RESPONSE: Response
}

/** The response to an order. */
export interface CreditReportDocument {
  readonly RESPONSE_GROUP: ResponseGroup
}

/** `CONTACT_DETAIL`: The contact at the ordering party. */
export interface MortgageOnlyContactDetail {
  /** Name of the contact. */
  readonly __Name: string
}

/** `RESPOND_TO_PARTY`: The ordering party. Fields missing in the request come from the account's profile. */
export interface MortgageOnlyRespondToParty {
  /** Name of the ordering party. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** The lender's loan number, as sent. */
  readonly _LenderCaseIdentifier?: string | undefined
  readonly CONTACT_DETAIL: MortgageOnlyContactDetail
}

/** `BORROWER`: A borrower, as ordered. */
export interface MortgageOnlyBorrower {
  /** Identifier of the borrower, as sent. */
  readonly _BorrowerID: string
  /** Given name. */
  readonly __FirstName: string
  /** Middle name. */
  readonly __MiddleName: string
  /** Family name. */
  readonly __LastName: string
  /** Whether the person is printed as borrower or co-borrower. */
  readonly __PrintPositionType: 'Borrower' | 'CoBorrower'
  /** Social security number, as sent. */
  readonly __SSN: string
  /** The whole name, with suffix. */
  readonly __UnparsedName: string
  /** Marital status. */
  readonly _MaritalStatusType: MaritalStatusType
  readonly _RESIDENCE: Residence
}

/** `CONTACT_POINT`: One way to reach the contact. */
export interface MortgageOnlyContactPoint {
  /** Means of contact. */
  readonly __Type: 'Email' | 'Fax' | 'Other' | 'Phone'
  /** Number or address. */
  readonly __Value: string
}

/** `CONTACT_DETAIL`: The contact of the party. */
export interface MortgageOnlyCreditorContactDetail {
  readonly CONTACT_POINT: readonly MortgageOnlyContactPoint[]
}

/** `_CREDITOR`: The creditor. */
export interface MortgageOnlyCreditor {
  /** Name of the creditor. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress?: string | undefined
  /** City. */
  readonly __City?: string | undefined
  /** State. */
  readonly __State?: string | undefined
  /** Postal code. */
  readonly __PostalCode?: string | undefined
  readonly CONTACT_DETAIL?: MortgageOnlyCreditorContactDetail | undefined
}

/** `CREDIT_LIABILITY`: An account, merged from the files of the bureaus that report it. */
export interface MortgageOnlyCreditLiability {
  /** Identifier of the account within the report. */
  readonly _CreditLiabilityID: string
  /** The borrower or borrowers of the account. */
  readonly _BorrowerID: string
  /** The credit file from which the values are taken. */
  readonly _CreditFileID: string
  /** Entry of the creditor in the directory. */
  readonly _CreditTradeReferenceID?: string | undefined
  /** When the account was closed. */
  readonly __AccountClosedDate?: string | undefined
  /** Account number, usually shortened by the bureau. */
  readonly __AccountIdentifier?: string | undefined
  /** When the account was opened. */
  readonly __AccountOpenedDate?: string | undefined
  /** ECOA designation: responsibility of the borrower for the account. */
  readonly __AccountOwnershipType: AccountOwnershipType
  /** When the account was paid. */
  readonly __AccountPaidDate?: string | undefined
  /** When the creditor last reported. */
  readonly __AccountReportedDate?: string | undefined
  /** Date of the balance. */
  readonly __AccountBalanceDate?: string | undefined
  /** Date of the status. */
  readonly __AccountStatusDate?: string | undefined
  /** Status of the account, such as Open or Paid. */
  readonly __AccountStatusType: AccountStatusType
  /** Form of the account. */
  readonly __AccountType: AccountType
  /** Amount charged off. */
  readonly __ChargeOffAmount?: string | undefined
  /** When it was charged off. */
  readonly __ChargeOffDate?: string | undefined
  /** Collateral of the loan. */
  readonly __CollateralDescription?: string | undefined
  /** Whether the consumer disputes the account. */
  readonly __ConsumerDisputeIndicator: 'Y' | 'N'
  /** Credit limit. */
  readonly __CreditLimitAmount?: string | undefined
  /** Whether the account has derogatory information. */
  readonly __DerogatoryDataIndicator: 'Y' | 'N'
  /** Highest balance ever. */
  readonly __HighBalanceAmount?: string | undefined
  /** Original amount, or the highest credit used. */
  readonly __HighCreditAmount?: string | undefined
  /** Date of the last payment or use. */
  readonly __LastActivityDate?: string | undefined
  /** Payment due each month. */
  readonly __MonthlyPaymentAmount?: string | undefined
  /** Months remaining. */
  readonly __MonthsRemainingCount?: string | undefined
  /** Number of months in the payment pattern. */
  readonly __MonthsReviewedCount?: string | undefined
  /** The original creditor of a collection. */
  readonly __OriginalCreditorName?: string | undefined
  /** Amount past due. */
  readonly __PastDueAmount?: string | undefined
  /** Payment terms as text. */
  readonly __TermsDescription?: string | undefined
  /** Term of the loan in months. */
  readonly __TermsMonthsCount?: string | undefined
  /** Whether the terms were reported or computed. */
  readonly __TermsSourceType?: 'Calculated' | 'Provided' | undefined
  /** Balance owed. */
  readonly __UnpaidBalanceAmount?: string | undefined
  /** The creditor's line of business. */
  readonly _CreditBusinessType?: BusinessType | undefined
  /** Whether the consumer pays through credit counseling. */
  readonly _CreditCounselingIndicator: 'Y' | 'N'
  /** Loan type. */
  readonly _CreditLoanType?: LoanType | undefined
  /** The type if it is Other. */
  readonly _CreditLoanTypeOtherDescription?: string | undefined
  readonly _CREDITOR?: MortgageOnlyCreditor | undefined
  readonly _CURRENT_RATING?: CurrentRating | undefined
  readonly _HIGHEST_ADVERSE_RATING?: HighestAdverseRating | undefined
  readonly _LATE_COUNT?: LateCount | undefined
  readonly _MOST_RECENT_ADVERSE_RATING?: MostRecentAdverseRating | undefined
  readonly _PAYMENT_PATTERN?: PaymentPattern | undefined
  readonly _PRIOR_ADVERSE_RATING: readonly PriorAdverseRating[]
  readonly CREDIT_COMMENT: readonly CreditComment[]
  readonly CREDIT_REPOSITORY: readonly CreditRepository[]
}

/** `_ALERT_MESSAGE`: An alert of the bureau, or the reason why it returned no file. */
export interface MortgageOnlyAlertMessage {
  readonly _Text: string
}

/** `_RESIDENCE`: An address on file, newest first. */
export interface MortgageOnlyResidence {
  /** House number and street. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** ZIP code. */
  readonly __PostalCode: string
  /** Date reported. */
  readonly __DateReported: string
}

/** `_BORROWER`: The person on file at the bureau; fields are empty if there is no file. */
export interface MortgageOnlyCreditFileBorrower {
  /** Date of birth, with the known precision. */
  readonly __BirthDate: string
  /** Given name. */
  readonly __FirstName: string
  /** Family name. */
  readonly __LastName: string
  /** Middle name. */
  readonly __MiddleName: string
  /** Social security number on file. */
  readonly __SSN: string
  /** The whole name, with suffix. */
  readonly __UnparsedName: string
  readonly _ALIAS: readonly Alias[]
  readonly _RESIDENCE: readonly MortgageOnlyResidence[]
  readonly _UnparsedAddress: readonly string[]
  readonly _UnparsedEmployment: string
}

/** `CONTACT_DETAIL`: The contact of the bureau. */
export interface MortgageOnlyOwningBureauContactDetail {
  readonly CONTACT_POINT: readonly MortgageOnlyContactPoint[]
}

/** `_OWNING_BUREAU`: The bureau office that owns the file. */
export interface MortgageOnlyOwningBureau {
  /** Code of the office. */
  readonly __Identifier?: string | undefined
  /** Name of the office. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** Second line of the street address. */
  readonly __StreetAddress2: string
  readonly CONTACT_DETAIL: MortgageOnlyOwningBureauContactDetail
}

/** `CREDIT_FILE`: The credit file of one borrower at one bureau. */
export interface MortgageOnlyCreditFile {
  /** Identifier of the file within the report. */
  readonly _CreditFileID: string
  /** The borrower. */
  readonly _BorrowerID: string
  /** The bureau. */
  readonly _CreditRepositorySourceType: RepositorySourceType
  /** Date since which the bureau has had the person on file. */
  readonly __InfileDate?: string | undefined
  readonly _ALERT_MESSAGE?: MortgageOnlyAlertMessage | undefined
  readonly _BORROWER: MortgageOnlyCreditFileBorrower
  readonly _OWNING_BUREAU: MortgageOnlyOwningBureau
}

/** `CREDIT_SCORE`: The score of one borrower at one bureau. */
export interface MortgageOnlyCreditScore {
  /** Identifier of the score within the report. */
  readonly _CreditScoreID: string
  /** The borrower of the score. */
  readonly _BorrowerID: string
  /** The scored file. */
  readonly _CreditFileID: string
  /** The report. */
  readonly _CreditReportIdentifier: string
  /** The bureau. */
  readonly _CreditRepositorySourceType: RepositorySourceType
  /** Date computed. */
  readonly __Date: string
  /** Whether inquiries lowered the score. */
  readonly __FACTAInquiriesIndicator: 'Y' | 'N'
  /** The score model. */
  readonly __ModelNameType: ScoreModelNameType
  /** The score model if _ModelNameType is Other; only in a response to an order that requests such a model. */
  readonly __ModelNameTypeOtherDescription?: string | undefined
  /** The score; empty if the file cannot be scored. */
  readonly __Value: string
  readonly _FACTOR: readonly Factor[]
}

/** `CONTACT_DETAIL`: The contact of the bureau. */
export interface MortgageOnlyCreditConsumerReferralContactDetail {
  readonly CONTACT_POINT: readonly MortgageOnlyContactPoint[]
}

/** `CREDIT_CONSUMER_REFERRAL`: The bureau to which to refer the consumer. */
export interface MortgageOnlyCreditConsumerReferral {
  /** Name of the bureau. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** Second line of the street address. */
  readonly __StreetAddress2: string
  readonly CONTACT_DETAIL: MortgageOnlyCreditConsumerReferralContactDetail
}

/** `CREDIT_SUMMARY`: Summary figures of one borrower. */
export interface MortgageOnlyCreditSummary {
  /** Name of the summary. */
  readonly __Name: string
  readonly _DATA_SET: readonly DataSet[]
}

/** `CREDIT_RESPONSE`: The credit report. */
export interface MortgageOnlyCreditResponse {
  /** Version of the credit documents, as in the order. */
  readonly _MISMOVersionID: string
  /** Identifier of this response. */
  readonly _CreditResponseID: string
  /** Report ID. Use it to reissue, upgrade, unmerge or refresh the report. */
  readonly _CreditReportIdentifier: string
  /** When the report was first issued. */
  readonly _CreditReportFirstIssuedDate: string
  /** When the report was last changed. */
  readonly _CreditReportLastUpdatedDate: string
  /** How the files were merged. */
  readonly _CreditReportMergeType: 'Blend' | 'ListAndStack' | 'PickAndChoose'
  /** Type of the report. */
  readonly _CreditReportType: ReportType
  /** The report type if it is Other. */
  readonly _CreditReportTypeOtherDescription: string
  /** The code set of the ratings. */
  readonly _CreditRatingCodeType: 'Equifax' | 'Experian' | 'Other'
  readonly CREDIT_REPORT_PRICE: CreditReportPrice
  readonly CREDIT_REPOSITORY_INCLUDED: CreditRepositoryIncluded
  readonly CREDIT_REQUEST_DATA: CreditRequestData
  readonly BORROWER: readonly MortgageOnlyBorrower[]
  readonly CREDIT_LIABILITY?: readonly MortgageOnlyCreditLiability[] | undefined
  readonly CREDIT_FILE: readonly MortgageOnlyCreditFile[]
  readonly CREDIT_SCORE: readonly MortgageOnlyCreditScore[]
  readonly CREDIT_CONSUMER_REFERRAL: readonly MortgageOnlyCreditConsumerReferral[]
  readonly CREDIT_SUMMARY: readonly MortgageOnlyCreditSummary[]
  readonly EMBEDDED_FILE: EmbeddedFile
}

/** `RESPONSE_DATA`: Envelope of the credit report. */
export interface MortgageOnlyResponseData {
  readonly CREDIT_RESPONSE: MortgageOnlyCreditResponse
}

/** `RESPONSE`: The response to one request. */
export interface MortgageOnlyResponse {
  /** When the service sent the response. */
  readonly _ResponseDateTime: string
  readonly KEY: readonly Key[]
  readonly RESPONSE_DATA: MortgageOnlyResponseData
}

/** `RESPONSE_GROUP`: The response to an order. */
export interface MortgageOnlyResponseGroup {
  /** Version of the documents, as in the order. */
  readonly _MISMOVersionID: string
  readonly RESPONDING_PARTY: RespondingParty
  readonly RESPOND_TO_PARTY: MortgageOnlyRespondToParty
  readonly RESPONSE: MortgageOnlyResponse
}

/** The response to an order. */
export interface MortgageOnlyDocument {
  readonly RESPONSE_GROUP: MortgageOnlyResponseGroup
}

/** `CONTACT_DETAIL`: The contact at the ordering party. */
export interface RefreshContactDetail {
  /** Name of the contact. */
  readonly __Name: string
}

/** `RESPOND_TO_PARTY`: The ordering party. Fields missing in the request come from the account's profile. */
export interface RefreshRespondToParty {
  /** Name of the ordering party. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** The lender's loan number, as sent. */
  readonly _LenderCaseIdentifier?: string | undefined
  readonly CONTACT_DETAIL: RefreshContactDetail
}

/** `BORROWER`: A borrower, as ordered. */
export interface RefreshBorrower {
  /** Identifier of the borrower, as sent. */
  readonly _BorrowerID: string
  /** Given name. */
  readonly __FirstName: string
  /** Middle name. */
  readonly __MiddleName: string
  /** Family name. */
  readonly __LastName: string
  /** Whether the person is printed as borrower or co-borrower. */
  readonly __PrintPositionType: 'Borrower' | 'CoBorrower'
  /** Social security number, as sent. */
  readonly __SSN: string
  /** The whole name, with suffix. */
  readonly __UnparsedName: string
  /** Marital status. */
  readonly _MaritalStatusType: MaritalStatusType
  readonly _RESIDENCE: Residence
}

/** `CONTACT_POINT`: One way to reach the contact. */
export interface RefreshContactPoint {
  /** Means of contact. */
  readonly __Type: 'Email' | 'Fax' | 'Other' | 'Phone'
  /** Number or address. */
  readonly __Value: string
}

/** `CONTACT_DETAIL`: The contact of the bureau. */
export interface RefreshCreditConsumerReferralContactDetail {
  readonly CONTACT_POINT: readonly RefreshContactPoint[]
}

/** `CREDIT_CONSUMER_REFERRAL`: The bureau to which to refer the consumer. */
export interface RefreshCreditConsumerReferral {
  /** Name of the bureau. */
  readonly __Name: string
  /** Street address. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State. */
  readonly __State: string
  /** Postal code. */
  readonly __PostalCode: string
  /** Second line of the street address. */
  readonly __StreetAddress2: string
  readonly CONTACT_DETAIL: RefreshCreditConsumerReferralContactDetail
}

/** `_DATA_SET`: One figure or difference of a refresh, listed in docs/refresh-summary.md. */
export interface RefreshDataSet {
  /** Name of the figure. */
  readonly __Name: string
  /** The figure. */
  readonly __Value: string
}

/** `CREDIT_SUMMARY`: Summary figures of one borrower. */
export interface RefreshCreditSummary {
  /** Name of the summary. */
  readonly __Name: string
  readonly _DATA_SET: readonly RefreshDataSet[]
}

/** `CREDIT_RESPONSE`: The changes since an earlier report. */
export interface RefreshCreditResponse {
  /** Version of the credit documents, as in the order. */
  readonly _MISMOVersionID: string
  /** Identifier of this response. */
  readonly _CreditResponseID: string
  /** Report ID. Use it to reissue, upgrade, unmerge or refresh the report. */
  readonly _CreditReportIdentifier: string
  /** When the report was last changed. */
  readonly _CreditReportLastUpdatedDate: string
  /** How the files were merged. */
  readonly _CreditReportMergeType: 'Blend' | 'ListAndStack' | 'PickAndChoose'
  /** Type of the report. */
  readonly _CreditReportType: ReportType
  /** The report type if it is Other. */
  readonly _CreditReportTypeOtherDescription: string
  /** The code set of the ratings. */
  readonly _CreditRatingCodeType: 'Equifax' | 'Experian' | 'Other'
  readonly CREDIT_REPORT_PRICE: CreditReportPrice
  readonly CREDIT_REPOSITORY_INCLUDED: CreditRepositoryIncluded
  readonly CREDIT_REQUEST_DATA: CreditRequestData
  readonly BORROWER: readonly RefreshBorrower[]
  readonly CREDIT_CONSUMER_REFERRAL: readonly RefreshCreditConsumerReferral[]
  readonly CREDIT_SUMMARY: readonly RefreshCreditSummary[]
  readonly EMBEDDED_FILE: EmbeddedFile
}

/** `RESPONSE_DATA`: Envelope of the credit report. */
export interface RefreshResponseData {
  readonly CREDIT_RESPONSE: RefreshCreditResponse
}

/** `RESPONSE`: The response to one request. */
export interface RefreshResponse {
  /** When the service sent the response. */
  readonly _ResponseDateTime: string
  readonly KEY: readonly Key[]
  readonly RESPONSE_DATA: RefreshResponseData
}

/** `RESPONSE_GROUP`: The response to an order. */
export interface RefreshResponseGroup {
  /** Version of the documents, as in the order. */
  readonly _MISMOVersionID: string
  readonly RESPONDING_PARTY: RespondingParty
  readonly RESPOND_TO_PARTY: RefreshRespondToParty
  readonly RESPONSE: RefreshResponse
}

/** The response to an order. */
export interface RefreshDocument {
  readonly RESPONSE_GROUP: RefreshResponseGroup
}

/** `CREDIT_REPOSITORY_INCLUDED`: The requested bureaus. */
export interface ErrorCreditRepositoryIncluded {
  /** Whether the first bureau was requested. */
  readonly __EquifaxIndicator?: 'Y' | 'N' | undefined
  /** Whether the second bureau was requested. */
  readonly __ExperianIndicator?: 'Y' | 'N' | undefined
  /** Whether the third bureau was requested. */
  readonly __TransUnionIndicator?: 'Y' | 'N' | undefined
}

/** `CREDIT_REQUEST_DATA`: The order as far as it could be parsed, without its invalid fields. */
export interface ErrorCreditRequestData {
  /** The client's identifier of the order. */
  readonly _CreditRequestID?: string | undefined
  /** The borrowers. */
  readonly _BorrowerID?: string | undefined
  /** The ID of the existing report in the order. */
  readonly _CreditReportIdentifier?: string | undefined
  /** The requested action. */
  readonly _CreditReportRequestActionType?: ActionType | undefined
  /** The requested report type. */
  readonly _CreditReportType?: ReportType | undefined
  /** The report type if it is Other. */
  readonly _CreditReportTypeOtherDescription?: string | undefined
  /** Individual or Joint. */
  readonly _CreditRequestType?: 'Individual' | 'Joint' | undefined
  readonly CREDIT_REPOSITORY_INCLUDED?: ErrorCreditRepositoryIncluded | undefined
}

/** `CREDIT_RESPONSE`: The response of a rejected or failed order. */
export interface ErrorCreditResponse {
  /** Version of the credit documents. */
  readonly _MISMOVersionID: string
  /** Error. */
  readonly _CreditReportType: 'Error'
  readonly CREDIT_REQUEST_DATA?: ErrorCreditRequestData | undefined
  readonly CREDIT_ERROR_MESSAGE: CreditErrorMessage
}

/** `RESPONSE_DATA`: Envelope of the error. */
export interface ErrorResponseData {
  readonly CREDIT_RESPONSE: ErrorCreditResponse
}

/** `STATUS`: The outcome in one line. */
export interface Status {
  /** Error. */
  readonly __Condition: 'Error'
  /** Code of the error, listed in docs/errors.md. */
  readonly __Code: string
  /** What the code means. */
  readonly __Description: string
}

/** `RESPONSE`: The response to one request. */
export interface ErrorResponse {
  /** When the service sent the response. */
  readonly _ResponseDateTime: string
  readonly RESPONSE_DATA: ErrorResponseData
  readonly STATUS: Status
}

/** `RESPONSE_GROUP`: The response to a rejected or failed order. */
export interface ErrorResponseGroup {
  /** Version of the documents. */
  readonly _MISMOVersionID: string
  readonly RESPONSE: ErrorResponse
}

/** The response to a rejected or failed order. */
export interface ErrorDocument {
  readonly RESPONSE_GROUP: ErrorResponseGroup
}

/** `CONTACT_POINT`: One way to reach the contact. */
export interface RequestContactPoint {
  /** Place of the contact point, such as Work. */
  readonly __RoleType?: string | undefined
  /** Means of contact. */
  readonly __Type?: string | undefined
  /** Number or address. */
  readonly __Value?: string | undefined
}

/** `CONTACT_DETAIL`: The contact person. */
export interface RequestContactDetail {
  /** Name of the contact. */
  readonly __Name?: string | undefined
  readonly CONTACT_POINT?: readonly RequestContactPoint[] | undefined
}

/** `PREFERRED_RESPONSE`: The preferred format of the printed report. */
export interface PreferredResponse {
  /** Format of the printed report. */
  readonly __Format?: ResponseFormat | undefined
  /** The format if _Format is Other, such as HTML. */
  readonly __FormatOtherDescription?: string | undefined
  /** Whether to embed the printed report in the response. */
  readonly __UseEmbeddedFileIndicator?: 'Y' | 'N' | undefined
}

/** `REQUESTING_PARTY`: The ordering party: the lender. RESPOND_TO_PARTY returns its name and address. */
export interface RequestingParty {
  /** Name of the ordering party; the name in the account where absent. */
  readonly __Name: string
  /** Street address of the party. */
  readonly __StreetAddress?: string | undefined
  /** Second line of the street address. */
  readonly __StreetAddress2?: string | undefined
  /** City of the party. */
  readonly __City?: string | undefined
  /** State of the party. */
  readonly __State?: string | undefined
  /** Postal code of the party. */
  readonly __PostalCode?: string | undefined
  /** Identifier that the receiver assigned to the party. */
  readonly __Identifier?: string | undefined
  readonly CONTACT_DETAIL?: RequestContactDetail | undefined
  readonly PREFERRED_RESPONSE?: readonly PreferredResponse[] | undefined
}

/** `RECEIVING_PARTY`: The receiver of the order. */
export interface ReceivingParty {
  /** Name of the receiver. */
  readonly __Name?: string | undefined
  /** Street address of the party. */
  readonly __StreetAddress?: string | undefined
  /** Second line of the street address. */
  readonly __StreetAddress2?: string | undefined
  /** City of the party. */
  readonly __City?: string | undefined
  /** State of the party. */
  readonly __State?: string | undefined
  /** Postal code of the party. */
  readonly __PostalCode?: string | undefined
  /** Identifier that the receiver assigned to the party. */
  readonly __Identifier?: string | undefined
}

/** `SUBMITTING_PARTY`: The software or platform that sends the order. */
export interface SubmittingParty {
  /** Name of the platform. */
  readonly __Name?: string | undefined
  /** Street address of the party. */
  readonly __StreetAddress?: string | undefined
  /** Second line of the street address. */
  readonly __StreetAddress2?: string | undefined
  /** City of the party. */
  readonly __City?: string | undefined
  /** State of the party. */
  readonly __State?: string | undefined
  /** Postal code of the party. */
  readonly __PostalCode?: string | undefined
  /** Identifier that the receiver assigned to the party. */
  readonly __Identifier?: string | undefined
  /** Not used: HTTP Basic authenticates the account. */
  readonly _LoginAccountIdentifier?: string | undefined
  /** Not used and never stored: HTTP Basic authenticates the account. */
  readonly _LoginAccountPassword?: string | undefined
  readonly PREFERRED_RESPONSE?: readonly PreferredResponse[] | undefined
}

/** `KEY`: A custom value of the client, returned unchanged in the response. */
export interface RequestKey {
  /** Name of the value. */
  readonly __Name?: string | undefined
  /** The value. */
  readonly __Value?: string | undefined
}

/** `CREDIT_REPOSITORY_INCLUDED`: The bureaus to pull from; at least one. */
export interface RequestCreditRepositoryIncluded {
  /** Whether to pull from the first bureau. */
  readonly __EquifaxIndicator: 'Y' | 'N'
  /** Whether to pull from the second bureau. */
  readonly __ExperianIndicator: 'Y' | 'N'
  /** Whether to pull from the third bureau. */
  readonly __TransUnionIndicator: 'Y' | 'N'
}

/** `CREDIT_SCORE_MODEL_NAME`: A requested score model; docs/score-models.md lists them. Without any, the report has the models of the account. */
export interface CreditScoreModelName {
  /** The score model. */
  readonly __Type?: ScoreModelNameType | undefined
  /** The score model if _Type is Other, such as VantageScore4.0. */
  readonly __TypeOtherDescription?: string | undefined
}

/** `CREDIT_REQUEST_DATA`: The product, bureaus and borrowers of the order. */
export interface RequestCreditRequestData {
  /** The client's identifier of the order; returned unchanged. */
  readonly _CreditRequestID: string
  /** Identifiers of the borrowers, separated by spaces. */
  readonly _BorrowerID: string
  /** The ID of the existing report; empty counts as absent. */
  readonly _CreditReportIdentifier?: string | undefined
  /** MortgageOnly or MortgageOnlyWithScore on /mortgage_only (section 4.1). */
  readonly _CreditReportProductDescription?: string | undefined
  /** The action. */
  readonly _CreditReportRequestActionType: ActionType
  /** Type of the report. */
  readonly _CreditReportType: ReportType
  /** The report type if it is Other: Streamline, SoftCheck or Refresh (section 4.1). */
  readonly _CreditReportTypeOtherDescription?: string | undefined
  /** When the client made the request; any text. */
  readonly _CreditRequestDateTime?: string | undefined
  /** Individual: one borrower. Joint: two. */
  readonly _CreditRequestType: 'Individual' | 'Joint'
  readonly CREDIT_REPOSITORY_INCLUDED: RequestCreditRepositoryIncluded
  readonly CREDIT_SCORE_MODEL_NAME?: readonly CreditScoreModelName[] | undefined
}

/** `SERVICE_PAYMENT`: The client's payment method. Recorded only: the account is charged. */
export interface ServicePayment {
  /** Card number. Only brand and last four digits are kept. */
  readonly __AccountIdentifier: string
  /** Name on the card. */
  readonly __AccountHolderName: string
  /** Expiration date of the card; any text. */
  readonly __AccountExpirationDate: string
  /** Card security code. Never stored. */
  readonly __SecondaryAccountIdentifier: string
  /** Method of payment. */
  readonly __MethodType: string
}

/** `_RESIDENCE`: An address of the borrower. The current address identifies the borrower; prior ones are passed on to the bureaus. */
export interface RequestResidence {
  /** House number and street. */
  readonly __StreetAddress: string
  /** City. */
  readonly __City: string
  /** State, territory or military mail. */
  readonly __State: State
  /** ZIP code. */
  readonly __PostalCode: string
  /** Current or Prior. */
  readonly _BorrowerResidencyType: 'Current' | 'Prior'
}

/** `BORROWER`: A borrower. */
export interface RequestBorrower {
  /** Identifier that CREDIT_REQUEST_DATA refers to; returned unchanged. */
  readonly _BorrowerID: string
  /** Given name. */
  readonly __FirstName: string
  /** Middle name or initial. */
  readonly __MiddleName: string
  /** Family name. */
  readonly __LastName: string
  /** Generation suffix, such as JR. */
  readonly __NameSuffix: string
  /** Social security number or ITIN. */
  readonly __SSN: string
  /** Date of birth. */
  readonly __BirthDate?: string | undefined
  /** Home phone number. */
  readonly __HomeTelephoneNumber?: string | undefined
  /** Position in print; the order of the BORROWER elements decides. */
  readonly __PrintPositionType?: string | undefined
  /** Marital status. */
  readonly _MaritalStatusType?: MaritalStatusType | undefined
  readonly _RESIDENCE: readonly RequestResidence[]
}

/** `LOAN_APPLICATION`: The loan application. */
export interface LoanApplication {
  readonly BORROWER: readonly RequestBorrower[]
}

/** `CREDIT_REQUEST`: The credit order. */
export interface CreditRequest {
  /** Version of the credit documents; returned in the response. */
  readonly _MISMOVersionID: string
  /** The lender's loan number; returned unchanged. */
  readonly _LenderCaseIdentifier: string
  /** The person who placed the order; the contact of the response if CONTACT_DETAIL is absent. */
  readonly _RequestingPartyRequestedByName?: string | undefined
  readonly CREDIT_REQUEST_DATA: RequestCreditRequestData
  readonly SERVICE_PAYMENT: ServicePayment
  readonly LOAN_APPLICATION: LoanApplication
}

/** `REQUEST_DATA`: Envelope of the credit order. */
export interface RequestData {
  readonly CREDIT_REQUEST: CreditRequest
}

/** `REQUEST`: One request of the group. */
export interface Request {
  /** When the client sent the request; any text. */
  readonly _RequestDatetime: string
  /** The client's account in its own books. */
  readonly _InternalAccountIdentifier?: string | undefined
  /** Not used: HTTP Basic authenticates the account. */
  readonly _LoginAccountIdentifier?: string | undefined
  /** Not used and never stored: HTTP Basic authenticates the account. */
  readonly _LoginAccountPassword?: string | undefined
  /** Branch of the ordering party. */
  readonly _RequestingPartyBranchIdentifier?: string | undefined
  readonly KEY?: readonly RequestKey[] | undefined
  readonly REQUEST_DATA: RequestData
}

/** `REQUEST_GROUP`: A credit order and its sender. */
export interface RequestGroup {
  /** Version of the documents; returned in the response. */
  readonly _MISMOVersionID: string
  readonly REQUESTING_PARTY: RequestingParty
  readonly RECEIVING_PARTY?: readonly ReceivingParty[] | undefined
  readonly SUBMITTING_PARTY?: readonly SubmittingParty[] | undefined
  readonly REQUEST: Request
}

/** A credit order and its sender. */
export interface RequestDocument {
  readonly REQUEST_GROUP: RequestGroup
}

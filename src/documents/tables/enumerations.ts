/**
 * Enumerated values of MISMO 2.x credit documents. Types and validation are derived from these
 * lists.
 */

/** Means of contact. MISMO: `ContactPointType`. */
export const CONTACT_POINT_TYPES = ['Email', 'Fax', 'Other', 'Phone'] as const

/** Subjects of alerts in a credit file. MISMO: `CreditFileAlertMessageCategoryType`. */
export const ALERT_CATEGORY_TYPES = [
  'CreditFileSuppressed',
  'DeathClaim',
  'DemographicsVerification',
  'FACTAActiveDuty',
  'FACTAAddressDiscrepancy',
  'FACTAFraudVictimExtended',
  'FACTAFraudVictimInitial',
  'FACTARiskScoreValue',
  'FraudVictim',
  'Other',
  'SSNVerification',
] as const

/** Bureau products that raise alerts. MISMO: `CreditFileAlertMessageType`. */
export const ALERT_TYPES = [
  'EquifaxSAFESCAN',
  'EquifaxSSNVerified',
  'ExperianFACSPlus',
  'TransUnionHAWKAlert',
  'TransUnionHighRiskFraudAlert',
  'TransUnionIDMismatchAlert',
  'TransUnionTransAlert',
  'ExperianFraudShield',
  'Other',
  'EquifaxIdentitySCAN',
  'TransUnionIDVisionAlert',
] as const

/**
 * Encodings of an embedded document. MISMO: `EnumeratedEmbeddedFileEncodingType`, without its
 * `Base64`, which class generators cannot distinguish from `base64`. The service writes `base64`.
 */
export const EMBEDDED_FILE_ENCODING_TYPES = [
  'QuotedPrintable',
  'DeflateBase64',
  'GzipBase64',
  'Other',
  'CData',
  'base64',
  'Text',
] as const

/** Sources of credit data. MISMO: `CreditRepositorySourceType`. */
export const REPOSITORY_SOURCE_TYPES = [
  'Equifax',
  'Experian',
  'MergedData',
  'Other',
  'TransUnion',
] as const

/** How a response got its report, as stated by the KEY `ReportOrigin`. */
export const ANSWER_ORIGINS = [
  'new',
  'existing',
  'reissued',
  'upgraded',
  'unmerged',
  'refreshed',
] as const
/** `existing` and `reissued` return a stored report; the others issue a new one. */
export type AnswerOrigin = (typeof ANSWER_ORIGINS)[number]

/** Reasons for a file without a score. MISMO: `CreditScoreExclusionReasonType`. */
export const SCORE_EXCLUSION_REASON_TYPES = [
  'InvalidScoreRequest',
  'NotScoredCreditDataNotAvailable',
  'NotScoredFileIsUnderReview',
  'NotScoredFileTooLong',
  'NotScoredInsufficientCredit',
  'NotScoredNoQualifyingAccount',
  'NotScoredNoRecentAccountInformation',
  'NotScoredSubjectDeceased',
  'ScoringNotAvailable',
  'UnauthorizedScoreRequest',
  'NotScoredRequirementsNotMet',
  'NotScoredFileCannotBeScored',
] as const

/** Score models. MISMO: `CreditScoreModelNameType`. */
export const SCORE_MODEL_NAME_TYPES = [
  'EquifaxBeacon',
  'EquifaxBeaconAuto',
  'EquifaxBeaconBankcard',
  'EquifaxBeaconInstallment',
  'EquifaxBeaconPersonalFinance',
  'EquifaxBeacon5.0',
  'EquifaxBeacon5.0Auto',
  'EquifaxBeacon5.0Bankcard',
  'EquifaxBeacon5.0Installment',
  'EquifaxBeacon5.0PersonalFinance',
  'EquifaxDAS',
  'EquifaxEnhancedBeacon',
  'EquifaxEnhancedDAS',
  'EquifaxMarketMax',
  'EquifaxMortgageScore',
  'EquifaxPinnacle',
  'EquifaxPinnacle2.0',
  'ExperianFairIsaac',
  'ExperianFairIsaacAdvanced',
  'ExperianFairIsaacAdvanced2.0',
  'ExperianFairIsaacAuto',
  'ExperianFairIsaacBankcard',
  'ExperianFairIsaacInstallment',
  'ExperianFairIsaacPersonalFinance',
  'ExperianMDSBankruptcyII',
  'ExperianNewNationalEquivalency',
  'ExperianNewNationalRisk',
  'ExperianOldNationalRisk',
  'ExperianScorexPLUS',
  'FICOExpansionScore',
  'FICORiskScoreClassic98',
  'FICORiskScoreClassicAuto98',
  'FICORiskScoreClassicBankcard98',
  'FICORiskScoreClassicInstallmentLoan98',
  'FICORiskScoreClassicPersonalFinance98',
  'FICORiskScoreClassic04',
  'FICORiskScoreNextGen00',
  'FICORiskScoreNextGen03',
  'Other',
  'TransUnionDelphi',
  'TransUnionEmpirica',
  'TransUnionEmpiricaAuto',
  'TransUnionEmpiricaBankcard',
  'TransUnionEmpiricaInstallment',
  'TransUnionEmpiricaPersonalFinance',
  'TransUnionNewDelphi',
  'TransUnionPrecision',
  'TransUnionPrecision03',
  'EquifaxBankruptcyNavigatorIndex02781',
  'EquifaxBankruptcyNavigatorIndex02782',
  'EquifaxBankruptcyNavigatorIndex02783',
  'EquifaxBankruptcyNavigatorIndex02784',
  'EquifaxVantageScore',
  'ExperianVantageScore',
  'TransUnionVantageScore',
  'ExperianFICOClassicV3',
] as const

/** Differences between a credit file and the order. MISMO: `CreditFileVariationType`. */
export const FILE_VARIATION_TYPES = [
  'DifferentAddress',
  'DifferentBirthDate',
  'DifferentGeneration',
  'DifferentLastName',
  'DifferentName',
  'DifferentSSN',
] as const

/** Authors of comments. MISMO: `CreditCommentSourceType`. */
export const COMMENT_SOURCE_TYPES = [
  'Borrower',
  'CreditBureau',
  'Equifax',
  'Experian',
  'Lender',
  'RepositoryBureau',
  'TransUnion',
] as const

/** Types of comments. MISMO: `CreditCommentType`. */
export const COMMENT_TYPES = [
  'BureauRemarks',
  'ConsumerStatement',
  'Instruction',
  'Other',
  'PublicRecordText',
  'StatusCode',
] as const

/** Whether a borrower lives or lived at an address. MISMO: `BorrowerResidencyType`. */
export const RESIDENCY_TYPES = ['Current', 'Prior'] as const

/** Sources of errors. MISMO: `CreditErrorMessageSourceType`. */
export const ERROR_SOURCE_TYPES = [
  'CreditBureau',
  'Equifax',
  'Experian',
  'Lender',
  'RepositoryBureau',
  'TransUnion',
] as const

/** Results of requests for a file. MISMO: `CreditFileResultStatusType`. */
export const FILE_RESULT_STATUS_TYPES = [
  'FileReturned',
  'NoFileReturnedCreditFreeze',
  'NoFileReturnedBorrowerIsAMinor',
  'NoFileReturnedNoHit',
  'NoFileReturnedThinFile',
  'NoFileReturnedFraudulentRequestData',
  'NoFileReturnedBadAccessCode',
  'NoFileReturnedInadequateRequestData',
  'NoFileReturnedError',
  'Other',
] as const

/** Lines of business of creditors and inquirers. MISMO: `CreditBusinessType`. */
export const BUSINESS_TYPES = [
  'Advertising',
  'Automotive',
  'Banking',
  'Clothing',
  'CollectionServices',
  'Contractors',
  'DepartmentAndMailOrder',
  'Employment',
  'FarmAndGardenSupplies',
  'Finance',
  'Government',
  'Grocery',
  'HomeFurnishing',
  'Insurance',
  'JewelryAndCamera',
  'LumberAndHardware',
  'MedicalAndHealth',
  'MiscellaneousAndPublicRecord',
  'OilAndNationalCreditCards',
  'PersonalServicesNotMedical',
  'RealEstateAndPublicAccommodation',
  'SportingGoods',
  'UtilitiesAndFuel',
  'Wholesale',
] as const

/** Types of credit. MISMO: `CreditLoanType`. */
export const LOAN_TYPES = [
  'Agriculture',
  'Airplane',
  'ApplianceOrFurniture',
  'AttorneyFees',
  'AutoLease',
  'AutoLoanEquityTransfer',
  'Automobile',
  'AutoRefinance',
  'Boat',
  'Business',
  'BusinessCreditCard',
  'ChargeAccount',
  'CheckCreditOrLineOfCredit',
  'ChildSupport',
  'Collection',
  'CollectionAttorney',
  'Comaker',
  'CombinedCreditPlan',
  'CommercialCreditObligation',
  'CommercialLineOfCredit',
  'CommercialMortgage',
  'ConditionalSalesContract',
  'Consolidation',
  'ConventionalRealEstateMortgage',
  'CreditCard',
  'CreditLineSecured',
  'DebitCard',
  'DebtCounselingService',
  'DepositRelated',
  'Educational',
  'Employment',
  'FactoringCompanyAccount',
  'FamilySupport',
  'FarmersHomeAdministrationFHMA',
  'FederalConsolidatedLoan',
  'FHAComakerNotBorrower',
  'FHAHomeImprovement',
  'FHARealEstateMortgage',
  'FinanceStatement',
  'GovernmentBenefit',
  'GovernmentEmployeeAdvance',
  'GovernmentFeeForService',
  'GovernmentFine',
  'GovernmentGrant',
  'GovernmentMiscellaneousDebt',
  'GovernmentOverpayment',
  'GovernmentSecuredDirectLoan',
  'GovernmentSecuredGuaranteeLoan',
  'GovernmentUnsecuredDirectLoan',
  'GovernmentUnsecuredGuaranteeLoan',
  'HomeEquityLineOfCredit',
  'HomeImprovement',
  'HouseholdGoods',
  'HouseholdGoodsAndOtherCollateralAuto',
  'HouseholdGoodsSecured',
  'InstallmentLoan',
  'InstallmentSalesContract',
  'InsuranceClaims',
  'Lease',
  'LenderPlacedInsurance',
  'ManualMortgage',
  'MedicalDebt',
  'MobileHome',
  'Mortgage',
  'NoteLoan',
  'NoteLoanWithComaker',
  'Other',
  'PartiallySecured',
  'PersonalLoan',
  'RealEstateJuniorLiens',
  'RealEstateLoanEquityTransfer',
  'RealEstateMortgageWithoutOtherCollateral',
  'RealEstateSpecificTypeUnknown',
  'Recreational',
  'RecreationalVehicle',
  'Refinance',
  'RefundAnticipationLoan',
  'RentalAgreement',
  'ResidentialLoan',
  'ReturnedCheck',
  'RevolvingBusinessLines',
  'Secured',
  'SecuredByCosigner',
  'SecuredCreditCard',
  'SecuredHomeImprovement',
  'SinglePaymentLoan',
  'SpouseSupport',
  'SummaryOfAccountsWithSameStatus',
  'TimeSharedLoan',
  'Title1Loan',
  'UnknownLoanType',
  'Unsecured',
  'VeteransAdministrationLoan',
  'VeteransAdministrationRealEstateMortgage',
  'BiMonthlyMortgageTermInYears',
  'ConstructionLoan',
  'DeferredStudentLoan',
  'SecondMortgage',
  'SemiMonthlyMortgagePayment',
  'Camper',
  'ConditionalSalesContractRefinance',
  'HomeEquity',
  'ManufacturedHome',
  'MobilePhone',
  'UtilityCompany',
] as const

/** Purposes of inquiries. MISMO: `CreditInquiryPurposeType`. */
export const INQUIRY_PURPOSE_TYPES = [
  'AutomatedMortgageReport',
  'CreditGranting',
  'CreditGrantingPossibleAdditionalOffers',
  'CheckingAccount',
  'CheckingOrSavingsPossibleAdditionalOffers',
  'CreditWatch',
  'FACTInquiry',
  'FraudCheckRequested',
  'HAWKMatchReceived',
  'InsuranceUnderwriting',
  'LegitimateBusinessPurpose',
  'Licensing',
  'ManualMortgage',
  'PermissiblePurposeIDProfile',
  'ServiceActivationPossibleAdditionalOffers',
  'SkipTrace',
  'UtilityCompany',
  'Other',
] as const

/** Persons that a public record names. MISMO: `CreditPublicRecordAccountOwnershipType`. */
export const RECORD_OWNERSHIP_TYPES = ['Individual', 'Joint', 'Terminated'] as const

/** Types of bankruptcy. MISMO: `CreditPublicRecordBankruptcyType`. */
export const BANKRUPTCY_TYPES = ['Business', 'Personal'] as const

/** Outcome or present state of a public record. MISMO: `CreditPublicRecordDispositionType`. */
export const DISPOSITION_TYPES = [
  'Adjudicated',
  'Appealed',
  'Cancelled',
  'Completed',
  'Converted',
  'Discharged',
  'Dismissed',
  'Distributed',
  'Filed',
  'Granted',
  'InvoluntarilyDischarged',
  'Nonadjudicated',
  'Other',
  'Paid',
  'PaidNotSatisfied',
  'Pending',
  'RealEstateSold',
  'Released',
  'Rescinded',
  'Satisfied',
  'Settled',
  'Unknown',
  'Unreleased',
  'Unsatisfied',
  'Vacated',
  'VoluntarilyDischarged',
  'Withdrawn',
] as const

/** Types of public records. MISMO: `CreditPublicRecordType`. */
export const PUBLIC_RECORD_TYPES = [
  'Annulment',
  'Attachment',
  'BankruptcyChapter11',
  'BankruptcyChapter12',
  'BankruptcyChapter13',
  'BankruptcyChapter7',
  'BankruptcyChapter7Involuntary',
  'BankruptcyChapter7Voluntary',
  'BankruptcyTypeUnknown',
  'Collection',
  'CustodyAgreement',
  'DivorceDecree',
  'FicticiousName',
  'FinancialCounseling',
  'FinancingStatement',
  'ForcibleDetainer',
  'Foreclosure',
  'Garnishment',
  'Judgment',
  'LawSuit',
  'Lien',
  'NonResponsibility',
  'NoticeOfDefault',
  'Other',
  'PublicSale',
  'RealEstateRecording',
  'Repossession',
  'SupportDebt',
  'TaxLienCity',
  'TaxLienCounty',
  'TaxLienFederal',
  'TaxLienOther',
  'TaxLienState',
  'Trusteeship',
  'Unknown',
  'UnlawfulDetainer',
  'ChildSupport',
  'FamilySupport',
  'MechanicsLien',
  'MedicalLien',
  'SpouseSupport',
] as const

/** Ratings of how an account is or was paid. MISMO: `CreditLiabilityCurrentRatingType`. */
export const RATING_TYPES = [
  'AsAgreed',
  'BankruptcyOrWageEarnerPlan',
  'ChargeOff',
  'Collection',
  'CollectionOrChargeOff',
  'Foreclosure',
  'ForeclosureOrRepossession',
  'Late30Days',
  'Late60Days',
  'Late90Days',
  'LateOver120Days',
  'NoDataAvailable',
  'Repossession',
  'TooNew',
  'WageEarnerPlan',
] as const

/** Periods for which late payments are counted. MISMO: `PeriodicLateCountType`. */
export const PERIOD_TYPES = ['FirstYear', 'SecondYear', 'ThirdYear', 'Other'] as const

/** Responsibility of a borrower for an account. MISMO: `CreditLiabilityAccountOwnershipType`. */
export const ACCOUNT_OWNERSHIP_TYPES = [
  'AuthorizedUser',
  'Comaker',
  'Individual',
  'JointContractualLiability',
  'JointParticipating',
  'Maker',
  'OnBehalfOf',
  'Terminated',
  'Undesignated',
  'Deceased',
] as const

/** Whether an account is open, or how it ended. MISMO: `CreditLiabilityAccountStatusType`. */
export const ACCOUNT_STATUS_TYPES = [
  'Closed',
  'Frozen',
  'Open',
  'Paid',
  'Refinanced',
  'Transferred',
] as const

/** Forms of accounts. MISMO: `CreditLiabilityAccountType`. */
export const ACCOUNT_TYPES = [
  'CreditLine',
  'Installment',
  'Mortgage',
  'Open',
  'Revolving',
  'Unknown',
] as const

/** Whether terms were reported or computed. MISMO: `CreditLiabilityTermsSourceType`. */
export const TERMS_SOURCE_TYPES = ['Calculated', 'Provided'] as const

/** The borrower who is printed first. MISMO: `BorrowerPrintPositionType`. */
export const PRINT_POSITION_TYPES = ['Borrower', 'CoBorrower'] as const

/** Marital status as lending law distinguishes it. MISMO: `MaritalStatusType`. */
export const MARITAL_STATUS_TYPES = [
  'Married',
  'NotProvided',
  'Separated',
  'Unknown',
  'Unmarried',
] as const

/** Types of credit reports. MISMO: `CreditReportType`. */
export const REPORT_TYPES = [
  'Error',
  'Merge',
  'MergePlus',
  'NonTraditional',
  'Other',
  'RiskScoresOnly',
  'RMCR',
  'RMCRForeign',
  'Status',
] as const

/** One borrower or two. MISMO: `CreditRequestType`. */
export const REQUEST_TYPES = ['Individual', 'Joint'] as const

/** Parts of a price. MISMO: `CreditReportPriceType`. */
export const PRICE_TYPES = ['Net', 'Other', 'Tax', 'Total'] as const

/** How the files of several bureaus were combined. MISMO: `CreditReportMergeType`. */
export const MERGE_TYPES = ['Blend', 'ListAndStack', 'PickAndChoose'] as const

/** The bureau whose rating codes a report uses. MISMO: `CreditRatingCodeType`. */
export const RATING_CODE_TYPES = ['Equifax', 'Experian', 'Other'] as const

/**
 * Actions of orders. `ForceNew` and `Unmerge` are values of the interface (section 1); MISMO lists
 * others that no operation allows.
 */
export const ACTION_TYPES = ['Submit', 'ForceNew', 'Reissue', 'Upgrade', 'Unmerge'] as const

/** The three credit bureaus, in the order of the interface's indicators. */
export const BUREAUS = ['Equifax', 'Experian', 'TransUnion'] as const
/** One of the three bureaus, spelled as MISMO and the indicators of an order spell it. */
export type BureauName = (typeof BUREAUS)[number]

/** Returns a value for each bureau. */
export function byBureau<T>(value: (bureau: BureauName) => T): Readonly<Record<BureauName, T>> {
  return {
    Equifax: value('Equifax'),
    Experian: value('Experian'),
    TransUnion: value('TransUnion'),
  }
}

/** Formats that a client may prefer for the printed report. */
export const RESPONSE_FORMATS = ['XML', 'PDF', 'PCL', 'Text', 'Other'] as const

/** States, the District of Columbia, territories and military mail, as the postal service spells them. */
export const STATES = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DE',
  'DC',
  'FL',
  'GA',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'WA',
  'WV',
  'WI',
  'WY',
  'AS',
  'GU',
  'MP',
  'PR',
  'VI',
  'FM',
  'MH',
  'PW',
  'AA',
  'AE',
  'AP',
] as const

/** The categories of accounts in a summary. */
export const CATEGORIES = [
  'Mortgage',
  'Installment',
  'Revolving',
  'Open',
  'Other',
  'Total',
] as const

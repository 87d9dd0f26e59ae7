// Orders a credit report, prints the scores and the missing files, and saves the PDF; then shows a rejection.
// Usage: TRIMERGE_SECRET=... dotnet run [FOLDER]
// Needs .NET 8 or later and no packages. The documents are JSON.

using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

const int Attempts = 4;
HashSet<HttpStatusCode> again =
[
    HttpStatusCode.RequestTimeout, HttpStatusCode.TooManyRequests,
    HttpStatusCode.InternalServerError, HttpStatusCode.BadGateway,
    HttpStatusCode.ServiceUnavailable, HttpStatusCode.GatewayTimeout,
];

var url = Setting("TRIMERGE_URL", "http://127.0.0.1:8080");
var account = Setting("TRIMERGE_ACCOUNT", "sandbox");
var secret = Setting("TRIMERGE_SECRET", null);
var folder = args.Length > 0 ? args[0] : ".";

// A redirect would send the order to another server.
using var handler = new HttpClientHandler { AllowAutoRedirect = false };
using var http = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(60) };
var pair = Encoding.UTF8.GetBytes($"{account}:{secret}");
http.DefaultRequestHeaders.Authorization = new("Basic", Convert.ToBase64String(pair));

// An invalid state: the service lists each error with its path, and charges nothing.
foreach (var state in new[] { "ME", "Maine" })
{
    var body = Encoding.UTF8.GetBytes(OrderDocument(state).ToJsonString());
    Read(await Send(body));
}

static string Setting(string name, string? fallback) =>
    Environment.GetEnvironmentVariable(name) ?? fallback
    ?? throw new InvalidOperationException($"set {name}");

// Posts an order. After a lost response, 429, 5xx or an interruption it sends the same bytes again,
// which the service charges only once.
async Task<JsonNode> Send(byte[] body)
{
    for (var attempt = 1; ; attempt++)
    {
        var wait = TimeSpan.FromMilliseconds(500 * Math.Pow(2, attempt - 1));
        try
        {
            using var content = new ByteArrayContent(body);
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            using var response = await http.PostAsync($"{url}/credit_report", content);
            if (!again.Contains(response.StatusCode) || attempt == Attempts)
            {
                var answer = JsonNode.Parse(await response.Content.ReadAsStringAsync())!;
                if (!IsInterrupted(answer) || attempt == Attempts) return answer;
            }
            wait = response.Headers.RetryAfter?.Delta ?? wait;
        }
        catch (Exception lost) when (
            lost is HttpRequestException or TaskCanceledException && attempt < Attempts)
        {
            // The response is lost; the service may have completed the order.
        }
        await Task.Delay(wait);
    }
}

// Whether the service stopped while it worked on the order (E001, HTTP 200).
static bool IsInterrupted(JsonNode answer)
{
    var status = answer["RESPONSE_GROUP"]!["RESPONSE"]!["STATUS"];
    return ((string?)status?["__Description"])?.EndsWith("#interrupted.") == true;
}

// Prints a report and saves its PDF, or prints what is wrong.
void Read(JsonNode answer)
{
    var response = answer["RESPONSE_GROUP"]!["RESPONSE"]!;
    var credit = response["RESPONSE_DATA"]!["CREDIT_RESPONSE"]!;
    if ((string)credit["_CreditReportType"]! == "Error")
    {
        var status = response["STATUS"]!;
        Console.WriteLine($"rejected {status["__Code"]}: {status["__Description"]}");
        foreach (var text in credit["CREDIT_ERROR_MESSAGE"]!["_Text"]!.AsArray())
        {
            Console.WriteLine($"  {text}");
        }
        return;
    }
    Console.WriteLine($"report {credit["_CreditReportIdentifier"]}");
    foreach (var score in credit["CREDIT_SCORE"]!.AsArray())
    {
        var bureau = score!["_CreditRepositorySourceType"];
        Console.WriteLine($"score {score["_BorrowerID"]} {bureau} {score["__Value"]}");
    }
    // A bureau that fails does not fail the order.
    foreach (var creditFile in credit["CREDIT_FILE"]!.AsArray())
    {
        var status = (string?)creditFile!["__ResultStatusType"];
        if (status == "FileReturned") continue;
        Console.WriteLine($"no file {creditFile["_BorrowerID"]} {creditFile["_CreditRepositorySourceType"]} {status}");
    }
    var pdf = (string)credit["EMBEDDED_FILE"]!["DOCUMENT"]!["__cdata"]!;
    var file = Path.Combine(folder, "report.pdf");
    File.WriteAllBytes(file, Convert.FromBase64String(pdf));
    Console.WriteLine($"saved {file}");
}

// Returns an order for one borrower at all three bureaus. Every value is a string.
static JsonObject OrderDocument(string state) => new()
{
    ["REQUEST_GROUP"] = new JsonObject
    {
        ["_MISMOVersionID"] = "2.3.1",
        ["REQUESTING_PARTY"] = new JsonObject { ["__Name"] = "Lighthouse Home Loans" },
        ["REQUEST"] = new JsonObject
        {
            ["_RequestDatetime"] = "2026-02-03T10:25:00",
            ["REQUEST_DATA"] = new JsonObject
            {
                ["CREDIT_REQUEST"] = new JsonObject
                {
                    ["_MISMOVersionID"] = "2.3.1",
                    ["_LenderCaseIdentifier"] = "CSHARP-1",
                    ["CREDIT_REQUEST_DATA"] = new JsonObject
                    {
                        ["_CreditRequestID"] = "CR1",
                        ["_BorrowerID"] = "B1",
                        ["_CreditReportRequestActionType"] = "Submit",
                        ["_CreditReportType"] = "Merge",
                        ["_CreditRequestType"] = "Individual",
                        ["CREDIT_REPOSITORY_INCLUDED"] = new JsonObject
                        {
                            ["__EquifaxIndicator"] = "Y",
                            ["__ExperianIndicator"] = "Y",
                            ["__TransUnionIndicator"] = "Y",
                        },
                    },
                    ["LOAN_APPLICATION"] = new JsonObject
                    {
                        ["BORROWER"] = new JsonArray(new JsonObject
                        {
                            ["_BorrowerID"] = "B1",
                            ["__FirstName"] = "Avery",
                            ["__MiddleName"] = "Q",
                            ["__LastName"] = "Sandford",
                            ["__NameSuffix"] = "",
                            ["__SSN"] = "900-12-1234",
                            ["_RESIDENCE"] = new JsonArray(new JsonObject
                            {
                                ["__StreetAddress"] = "12 Harbor View Rd",
                                ["__City"] = "Camden",
                                ["__State"] = state,
                                ["__PostalCode"] = "04843",
                                ["_BorrowerResidencyType"] = "Current",
                            }),
                        }),
                    },
                },
            },
        },
    },
};

using System.Diagnostics;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

/// <summary>A Trimerge sandbox for a test class. Needs .NET 8 and the command trimerge.</summary>
public sealed class TrimergeSandbox : IDisposable
{
    private readonly Process? process;
    private readonly HttpClient client = new();

    /// <summary>Starts a sandbox.</summary>
    public TrimergeSandbox()
    {
        var command = (Environment.GetEnvironmentVariable("TRIMERGE") ?? "npx trimerge").Split(' ');
        var start = new ProcessStartInfo(command[0]) { RedirectStandardOutput = true };
        foreach (var word in command.Skip(1)) start.ArgumentList.Add(word);
        foreach (var word in new[] { "serve", "--temporary", "--port", "0", "--json" }) start.ArgumentList.Add(word);
        process = Process.Start(start)!;
        using var started = JsonDocument.Parse(process.StandardOutput.ReadLine()!);
        var account = started.RootElement.GetProperty("account");
        Use(
            started.RootElement.GetProperty("url").GetString()!,
            account.GetProperty("name").GetString()!,
            account.GetProperty("secret").GetString()!);
    }

    /// <summary>Uses a sandbox that runs already, such as one in a container.</summary>
    public TrimergeSandbox(string url, string account, string secret) => Use(url, account, secret);

    private void Use(string url, string account, string secret)
    {
        client.BaseAddress = new Uri(url + "/");
        client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
            "Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{account}:{secret}")));
    }

    /// <summary>Calls the control plane and returns JSON, or an order document as text.</summary>
    public Task<string> Call(HttpMethod method, string path, string? json = null) =>
        Send(method, "sandbox" + path, json, "application/json");

    /// <summary>Places an order and returns the response document.</summary>
    public Task<string> Order(string operation, string document) =>
        Send(HttpMethod.Post, operation, document, "application/xml");

    private async Task<string> Send(HttpMethod method, string path, string? body, string mediaType)
    {
        using var request = new HttpRequestMessage(method, path);
        if (body != null) request.Content = new StringContent(body, Encoding.UTF8, mediaType);
        using var response = await client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        // The body says what is wrong.
        if (!response.IsSuccessStatusCode) throw new HttpRequestException($"{path}: {(int)response.StatusCode} {text}");
        return text;
    }

    public void Dispose()
    {
        process?.Kill();
        client.Dispose();
    }
}

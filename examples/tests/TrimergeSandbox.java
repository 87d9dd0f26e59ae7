import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Trimerge sandbox for a test class. Needs Java 11 and the command trimerge. */
public final class TrimergeSandbox implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final String url;
  private final String authorization;

  /** Starts a sandbox. */
  public TrimergeSandbox() throws IOException {
    String trimerge = System.getenv().getOrDefault("TRIMERGE", "npx trimerge");
    List<String> command = new ArrayList<>(List.of(trimerge.split(" ")));
    command.addAll(List.of("serve", "--temporary", "--port", "0", "--json"));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String started = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    url = valueOf(started, "url");
    String account = started.substring(started.indexOf("\"account\""));
    authorization = basic(valueOf(account, "name"), valueOf(account, "secret"));
  }

  /** Uses a sandbox that runs already, such as one in a container. */
  public TrimergeSandbox(String url, String account, String secret) {
    process = null;
    this.url = url;
    authorization = basic(account, secret);
  }

  private static String basic(String account, String secret) {
    return "Basic " + Base64.getEncoder().encodeToString((account + ":" + secret).getBytes());
  }

  /** Calls the control plane and returns JSON, or an order document as text. */
  public String call(String method, String path, String json) throws Exception {
    return send(method, "/sandbox" + path, json, "application/json");
  }

  /** Places an order and returns the response document. */
  public String order(String operation, String document) throws Exception {
    return send("POST", "/" + operation, document, "application/xml");
  }

  private String send(String method, String path, String body, String mediaType) throws Exception {
    HttpRequest.BodyPublisher content =
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", authorization);
    if (body != null) request.header("Content-Type", mediaType);
    HttpResponse<String> response =
        client.send(request.method(method, content).build(), HttpResponse.BodyHandlers.ofString());
    String text = response.body();
    // The body says what is wrong.
    if (response.statusCode() >= 400) throw new IOException(path + ": " + response.statusCode() + " " + text);
    return text;
  }

  /** Returns the text of a property. With a JSON library, you do not need this. */
  static String valueOf(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!found.find()) throw new IllegalStateException("no " + name);
    return found.group(1);
  }

  @Override
  public void close() {
    if (process != null) process.destroy();
  }
}

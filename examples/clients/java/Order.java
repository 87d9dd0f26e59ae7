import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Orders a credit report, prints the scores and the missing files, and saves the PDF; then shows a
 * rejection.
 * Usage: TRIMERGE_SECRET=... java Order.java [FOLDER]
 */
public class Order {
  private static final int ATTEMPTS = 4;
  private static final Set<Integer> AGAIN = Set.of(408, 429, 500, 502, 503, 504);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final URI address;
  private final String authorization;

  Order(String url, String account, String secret) {
    address = URI.create(url + "/credit_report");
    byte[] pair = (account + ":" + secret).getBytes(StandardCharsets.UTF_8);
    authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  public static void main(String[] args) throws Exception {
    var order =
        new Order(
            setting("TRIMERGE_URL", "http://127.0.0.1:8080"),
            setting("TRIMERGE_ACCOUNT", "sandbox"),
            setting("TRIMERGE_SECRET", null));
    Path folder = Path.of(args.length > 0 ? args[0] : ".");
    read(order.send(document("Avery", "Sandford", "900-12-1234", "ME")), folder);
    // An invalid state: the service lists each error with its path, and charges nothing.
    read(order.send(document("Avery", "Sandford", "900-12-1234", "Maine")), folder);
  }

  private static String setting(String name, String fallback) {
    String value = System.getenv().getOrDefault(name, fallback);
    if (value == null) throw new IllegalStateException("set " + name);
    return value;
  }

  /**
   * Posts a document. After a lost response, 429, 5xx or an interruption it sends the same bytes
   * again, which the service charges only once.
   */
  Document send(byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Authorization", authorization)
            .header("Content-Type", "application/xml")
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    for (int attempt = 1; ; attempt++) {
      long waitMs = 500L << (attempt - 1);
      try {
        HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
        boolean isFinal = !AGAIN.contains(response.statusCode()) || attempt == ATTEMPTS;
        if (isFinal) {
          Document answer = parse(response.body());
          if (!isInterrupted(answer) || attempt == ATTEMPTS) return answer;
        }
        Optional<String> seconds = response.headers().firstValue("Retry-After");
        if (seconds.isPresent()) waitMs = Long.parseLong(seconds.get()) * 1000;
      } catch (IOException lost) {
        if (attempt == ATTEMPTS) throw lost;
      }
      Thread.sleep(waitMs);
    }
  }

  /** Whether the service stopped while it worked on the order (E001, HTTP 200). */
  private static boolean isInterrupted(Document answer) {
    Element status = first(answer, "STATUS");
    return status != null && status.getAttribute("_Description").endsWith("#interrupted.");
  }

  private static Document parse(byte[] xml) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml));
  }

  /** Prints a report and saves its PDF, or prints what is wrong. */
  private static void read(Document answer, Path folder) throws IOException {
    Element response = first(answer, "CREDIT_RESPONSE");
    if (response.getAttribute("CreditReportType").equals("Error")) {
      Element status = first(answer, "STATUS");
      System.out.printf(
          "rejected %s: %s%n", status.getAttribute("_Code"), status.getAttribute("_Description"));
      NodeList texts = first(answer, "CREDIT_ERROR_MESSAGE").getElementsByTagName("_Text");
      for (int i = 0; i < texts.getLength(); i++) {
        System.out.println("  " + texts.item(i).getTextContent());
      }
      return;
    }
    System.out.println("report " + response.getAttribute("CreditReportIdentifier"));
    NodeList scores = response.getElementsByTagName("CREDIT_SCORE");
    for (int i = 0; i < scores.getLength(); i++) {
      Element score = (Element) scores.item(i);
      System.out.printf(
          "score %s %s %s%n",
          score.getAttribute("BorrowerID"),
          score.getAttribute("CreditRepositorySourceType"),
          score.getAttribute("_Value"));
    }
    // A bureau that fails does not fail the order.
    NodeList files = response.getElementsByTagName("CREDIT_FILE");
    for (int i = 0; i < files.getLength(); i++) {
      Element creditFile = (Element) files.item(i);
      String status = creditFile.getAttribute("_ResultStatusType");
      if (status.equals("FileReturned")) continue;
      System.out.printf(
          "no file %s %s %s%n",
          creditFile.getAttribute("BorrowerID"),
          creditFile.getAttribute("CreditRepositorySourceType"),
          status);
    }
    Path file = folder.resolve("report.pdf");
    String pdf = first(answer, "DOCUMENT").getTextContent();
    Files.write(file, Base64.getDecoder().decode(pdf));
    System.out.println("saved " + file);
  }

  private static Element first(Document document, String name) {
    return (Element) document.getElementsByTagName(name).item(0);
  }

  private static byte[] document(String first, String last, String ssn, String state) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <REQUEST_GROUP MISMOVersionID="2.3.1">
          <REQUESTING_PARTY _Name="Lighthouse Home Loans"/>
          <REQUEST RequestDatetime="2026-02-03T10:25:00">
            <REQUEST_DATA>
              <CREDIT_REQUEST MISMOVersionID="2.3.1" LenderCaseIdentifier="JAVA-1">
                <CREDIT_REQUEST_DATA CreditRequestID="CR1" BorrowerID="B1"
                    CreditReportRequestActionType="Submit" CreditReportType="Merge"
                    CreditRequestType="Individual">
                  <CREDIT_REPOSITORY_INCLUDED _EquifaxIndicator="Y" _ExperianIndicator="Y"
                      _TransUnionIndicator="Y"/>
                </CREDIT_REQUEST_DATA>
                <LOAN_APPLICATION>
                  <BORROWER BorrowerID="B1" _FirstName="%s" _MiddleName="" _LastName="%s"
                      _NameSuffix="" _SSN="%s">
                    <_RESIDENCE _StreetAddress="12 Harbor View Rd" _City="Camden" _State="%s"
                        _PostalCode="04843" BorrowerResidencyType="Current"/>
                  </BORROWER>
                </LOAN_APPLICATION>
              </CREDIT_REQUEST>
            </REQUEST_DATA>
          </REQUEST>
        </REQUEST_GROUP>
        """
        .formatted(escape(first), escape(last), escape(ssn), escape(state))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}

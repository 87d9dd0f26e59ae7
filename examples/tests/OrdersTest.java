import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersTest {
  private static TrimergeSandbox sandbox;

  @BeforeAll
  static void start() throws Exception {
    sandbox = new TrimergeSandbox();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @BeforeEach
  void reset() throws Exception {
    sandbox.call("POST", "/reset", null);
  }

  @Test
  void aPersonaHasTheStatedScores() throws Exception {
    String order = sandbox.call("GET", "/personas/avery/order", null);
    assertTrue(sandbox.order("credit_report", order).contains("_Value=\"745\""));
  }
}

package dev.spine.host.testkit.junit;

import static dev.spine.host.testkit.script.Answers.success;
import static dev.spine.host.testkit.script.Requests.claim;
import static dev.spine.host.testkit.script.Requests.claimRelease;
import static dev.spine.host.testkit.script.Requests.function;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.testkit.EchoDriver;
import dev.spine.host.testkit.EchoPlan;
import dev.spine.host.testkit.TestNode;

/** One driver test text, run against simulated, scripted and recorded IOPs. */
@SpineSystem(EchoPlan.class)
class EachKindTest {
    @TestOnEachKind
    void echoesWhateverTheIopIs(TestNode node, EchoDriver driver) {
        node.whenScripted(iop -> {
            iop.expects(claim().to(EchoDriver.TID)).replies(success());
            iop.expects(function(EchoDriver.ECHO).to(EchoDriver.TID).word(4, 7)).replies(success(7));
            iop.expects(claimRelease().to(EchoDriver.TID)).replies(success());
        });
        node.await("the claim", () -> node.driver().claim(node.iop(), EchoDriver.TID));
        assertEquals(7, node.await("the echo", () -> driver.echo(7)));
        node.await("the release", () -> node.driver().release(node.iop(), EchoDriver.TID));
    }
}

package sample.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The panel, asked by a host over the message driver, on both engines. */
class LampPanelTest {
    private static final int TID = 0x008;
    private static final int WORDS = 5;
    private static final int PAYLOAD = 5;

    @ParameterizedTest
    @EnumSource
    void lampsStayAsTheyWereSet(EngineKind kind) {
        try (TestNode node = TestNode.on(kind).simulated("card", new LampPanel(8)).start()) {
            node.boot();
            assertEquals(0x00, node.await("the lamps", () -> set(node, 0x81)));
            assertEquals(0x81, node.await("the lamps", () -> set(node, 0x0F)));
            node.checkLeaks();
        }
    }

    private static Pending<Integer> set(TestNode node, int lamps) {
        Pending<Integer> before = new Pending<>();
        OutgoingRequest request = Objects.requireNonNull(node.iop().open(TID, LampPanel.SET, WORDS, 0, new ReplyHandler() {
            @Override
            public void onReply(MessageFrame reply) {
                if (reply.requestStatus() == RequestStatus.SUCCESS) {
                    before.complete(reply.wordOrZero(PAYLOAD));
                } else {
                    before.fail(new HostException("refused: " + reply));
                }
            }

            @Override
            public void onFailure(RequestFailure why) {
                before.fail(new HostException("no reply: " + why));
            }
        }), "the host has a free frame");
        request.frame().setWord(4, lamps);
        request.post();
        return before;
    }
}

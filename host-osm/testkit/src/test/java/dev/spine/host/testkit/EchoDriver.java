package dev.spine.host.testkit;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;

/** A driver that asks an echo device for a word. */
public final class EchoDriver {
    /** Its function: private to these tests. */
    public static final int ECHO = 0x90;
    /** The device's TID. */
    public static final int TID = 0x008;

    private static final int WORDS = 5;
    private static final int ECHOED_WORD = 5;

    private final TestNode node;

    /** Over the only IOP of a node. */
    public EchoDriver(TestNode node) {
        this.node = node;
    }

    /** Asks for a word back. */
    public Pending<Integer> echo(int word) {
        Pending<Integer> result = new Pending<>();
        OutgoingRequest request = node.iop().open(TID, ECHO, WORDS, 0, new ReplyHandler() {
            @Override
            public void onReply(MessageFrame reply) {
                if (reply.requestStatus() == 0) {
                    result.complete(reply.wordOrZero(ECHOED_WORD));
                } else {
                    result.fail(new HostException("refused"));
                }
            }

            @Override
            public void onFailure(RequestFailure why) {
                result.fail(new HostException("no reply: " + why));
            }
        });
        if (request == null) {
            result.fail(new HostException("no frame"));
            return result;
        }
        request.frame().setWord(4, word);
        request.post();
        return result;
    }
}

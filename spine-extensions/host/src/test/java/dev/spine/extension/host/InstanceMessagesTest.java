package dev.spine.extension.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one extension answers is heard, and what another one sends to the same handler is not. */
class InstanceMessagesTest {
    private static final int HANDLER = 2;

    private final List<Integer> heard = new ArrayList<>();
    private final InstanceMessages messages = new InstanceMessages(200, message -> heard.add(message.word(4)));

    private void says(int function, int instance, int word) {
        messages.onReply(frame(function, instance, word));
    }

    private static MessageFrame frame(int function, int instance, int word) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[64]), 0, 64);
        frame.header(RuntimeProtocol.SMALL_WORDS, 0, 0, function, Tid.HOST, Tid.HOST);
        frame.contexts(7, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, HANDLER), 0, RuntimeProtocol.KIND_SMALL));
        frame.setWord(4, word);
        return frame;
    }

    @Test
    void onlyTheInstanceThatWasAskedIsHeard() {
        says(Function.SMALL_MESSAGE, 200, 1);
        for (int other : new int[] {0, 1, 199, 201, 255}) {
            says(Function.SMALL_MESSAGE, other, 2);
        }
        // The refusal of a request is nobody's message.
        says(Function.PRIVATE, 200, 3);
        says(Function.SMALL_MESSAGE, 200, 4);
        assertEquals(List.of(1, 4), heard);
        assertEquals(6, messages.foreign());
    }

    @Test
    void afterAResetOfItsCardTheNumberIsAnothers() {
        says(Function.SMALL_MESSAGE, 200, 1);
        messages.onFailure(new RequestFailure(RequestFailure.Reason.TIMEOUT, 0));
        says(Function.SMALL_MESSAGE, 200, 2);
        messages.onFailure(new RequestFailure(RequestFailure.Reason.IOP_RESET, 0));
        says(Function.SMALL_MESSAGE, 200, 3);
        assertEquals(List.of(1, 2), heard);
        assertEquals(1, messages.foreign());
    }

    @Test
    void afterAResetOfItsCardNoDataComeEither() {
        List<Integer> taken = new ArrayList<>();
        InstanceData data = new InstanceData(200, (message, _) -> taken.add(message.word(4)));
        data.onMessage(frame(Function.SMALL_MESSAGE, 200, 1), null);
        data.onEnd(new RequestFailure(RequestFailure.Reason.IOP_RESET, 0));
        data.onMessage(frame(Function.SMALL_MESSAGE, 200, 2), null);
        assertEquals(List.of(1), taken);
        assertEquals(1, data.foreign());
        assertTrue(data.isOver());
    }
}

package dev.spine.extension.panic.host.library;

import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.card.PanicProtocol;
import dev.spine.extension.panic.card.PanicStatus;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AwaitFailedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders to the card half, each of which waits for its answer. */
final class OrderLink {
    private static final int ANSWER_WORDS = 12;
    private static final int MAX_TRIES = 10_000;
    private static final long MAX_WAIT_NS = 30_000_000_000L;

    /** An order that waits. */
    private static final class Waiting {
        final Pending<int[]> answer = new Pending<>();
        @Nullable Region data;
    }

    private final HostSide side;
    private final ExtensionPort port;
    private final Map<Integer, Waiting> asked = new HashMap<>();
    private int requests;

    OrderLink(HostSide side, int instance) {
        this.side = side;
        port = new ExtensionPort(side, instance, this::onEnd);
        port.listen(PanicProtocol.HOST_ANSWER, this::onAnswer);
    }

    private void onAnswer(MessageFrame message) {
        Waiting waiting = asked.remove(message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD));
        if (waiting != null) {
            int[] words = new int[ANSWER_WORDS];
            for (int i = 0; i < words.length; i++) {
                words[i] = message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i);
            }
            port.free(waiting.data);
            waiting.answer.complete(words);
        }
    }

    private void onEnd(InterfaceException why) {
        List<Waiting> unanswered = new ArrayList<>(asked.values());
        asked.clear();
        for (Waiting waiting : unanswered) {
            port.free(waiting.data);
            waiting.answer.fail(why);
        }
    }

    /** {@return whether the card was reset; on the host's agent} */
    boolean hasEnded() {
        return port.ended() != null;
    }

    /** Sends an order of words behind its request. {@return the answer's words; the status is {@link #status}} */
    int[] ask(String what, int order, int... words) {
        return ask(what, (request, _) -> port.send(order, withRequest(request, words)));
    }

    /** Sends an order with data, at least one byte. */
    int[] askWithData(String what, int order, byte[] data, int... words) {
        return ask(what, (request, waiting) -> waiting.data = port.sendBulk(order, data, withRequest(request, words)));
    }

    /** Grants memory of the host as a segment. */
    int[] grant(String what, int segment, Region region, long grant) {
        return ask(what, (request, _) -> port.grant(PanicProtocol.ATTACH, request << PanicProtocol.REQUEST_SHIFT | segment, region, grant));
    }

    private static int[] withRequest(int request, int[] words) {
        int[] all = new int[words.length + 1];
        all[0] = request;
        System.arraycopy(words, 0, all, 1, words.length);
        return all;
    }

    /** How an order leaves. */
    private interface Sender {
        void send(int request, Waiting waiting);
    }

    private int[] ask(String what, Sender sender) {
        int[] answer = askOnce(what, sender);
        for (int i = 0; i < MAX_TRIES && status(answer) == PanicStatus.BUSY; i++) {
            answer = askOnce(what, sender);
        }
        return answer;
    }

    private int[] askOnce(String what, Sender sender) {
        Pending<int[]> answer = side.tasks().call(() -> {
            InterfaceException over = port.ended();
            if (over != null) {
                return Pending.failed(over);
            }
            requests = requests % PanicProtocol.MAX_REQUEST + 1;
            Waiting waiting = new Waiting();
            asked.put(requests, waiting);
            sender.send(requests, waiting);
            return waiting.answer;
        });
        if (!side.tasks().awaitFor("the card half of PANIC: " + what, answer::isDone, MAX_WAIT_NS)) {
            throw new AwaitFailedException("the card half of PANIC does not answer (" + what
                + "): it was unloaded, or has failed; inspect it");
        }
        return answer.get();
    }

    static PanicStatus status(int[] answer) {
        PanicStatus[] all = PanicStatus.values();
        return answer[1] >= 0 && answer[1] < all.length ? all[answer[1]] : PanicStatus.MALFORMED;
    }
}

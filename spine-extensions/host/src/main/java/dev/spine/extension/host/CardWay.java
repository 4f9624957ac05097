package dev.spine.extension.host;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.iop.bus.BusAgent;

/** How a card's runtime is told of a listener: by messages, without answers unless it refuses. Belongs to the host's agent. */
final class CardWay implements DataInbox.Way {
    private static final int CONTROL_WORDS = 7;
    private static final int NONE = 0;

    private final IopDriver iop;
    private final int tid;
    private int context = NONE;

    CardWay(IopDriver iop, int tid) {
        this.iop = iop;
        this.tid = tid;
    }

    @Override
    public boolean listen(int handler, int pieceBytes, ReplyHandler listener) {
        if (context == NONE) {
            context = iop.standingContext(listener);
        }
        return control(RuntimeProtocol.LISTEN, handler, pieceBytes);
    }

    private boolean control(int code, int handler, int pieceBytes) {
        OutgoingRequest request = iop.openStanding(tid, Function.PRIVATE, CONTROL_WORDS, 0, context);
        if (request == null) {
            return false;
        }
        request.frame().setWord(4, OrganizationId.SPINE << 16 | code);
        request.frame().setWord(5, handler);
        request.frame().setWord(6, pieceBytes);
        request.post();
        return true;
    }

    @Override
    public boolean lend(int handler, int number, long address, int bytes, long grant) {
        OutgoingRequest request = iop.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.SMALL_WORDS, 0, context);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        frame.setWord(3, number << Byte.SIZE | RuntimeProtocol.KIND_LEND);
        int word = RuntimeProtocol.FIRST_USER_WORD;
        frame.setWord(word, handler);
        frame.setWord(word + 1, number);
        frame.setWord(word + 2, bytes);
        frame.setWord(word + 3, (int) address);
        frame.setWord(word + 4, (int) grant);
        frame.setWord(word + 5, (int) (grant >>> Integer.SIZE));
        request.post();
        return true;
    }

    @Override
    public boolean stop(int handler) {
        return control(RuntimeProtocol.STOP_LISTENING, handler, 0);
    }

    @Override
    public boolean isSilent() {
        return false;
    }

    @Override
    public void forget() {
        if (context != NONE) {
            iop.release(context);
            context = NONE;
        }
    }

    @Override
    public BusAgent busAgent() {
        return iop.busAgent();
    }
}

package dev.spine.extension.host;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Tasks;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime sends to one handler of an application, with the memory that the application lends for the data. A buffer is the runtime's
 * under a grant of its own, from when it was lent until a message names it: then the grant is taken back, and the buffer is the
 * application's until it gives it back. What the runtime says is believed only where it names a buffer that it has. Receiving allocates
 * nothing. Belongs to the host's agent.
 */
public final class DataInbox implements HostWork, ReplyHandler {
    /** How a runtime is told of a listener. Each method returns false when it cannot be told now: try again in a later turn. */
    public interface Way {
        /**
         * Says that somebody listens.
         *
         * @param handler under which number
         * @param pieceBytes of each buffer that it is going to lend
         * @param listener gets the frames
         * @return false while it cannot be told
         */
        boolean listen(int handler, int pieceBytes, ReplyHandler listener);

        /**
         * Lends a buffer.
         *
         * @param handler who listens
         * @param number of the buffer
         * @param address its bus address
         * @param bytes how many
         * @param grant under which the runtime writes there
         * @return false while it cannot be told
         */
        boolean lend(int handler, int number, long address, int bytes, long grant);

        /**
         * Says that nobody listens any more. The runtime answers, unless {@link #isSilent}, when nothing more comes for the listener.
         *
         * @param handler under which number
         * @return false while it cannot be told
         */
        boolean stop(int handler);

        /** {@return whether nothing comes for a listener once {@link #stop} has returned true, not even an answer} */
        boolean isSilent();

        /** Nothing comes for the listener any more, whether or not the runtime has heard of it. */
        void forget();

        /** {@return the bus agent that writes into the buffers} */
        BusAgent busAgent();
    }

    /** How far it is. */
    private enum Stage {
        /** The runtime does not know yet. */
        BEGINNING,
        /** Messages come. */
        LISTENING,
        /** Closed, and the runtime does not know yet. */
        ENDING,
        /** The runtime was told, and has not said yet that nothing more comes. */
        NOTIFIED,
        /** Nothing is left. */
        ENDED
    }

    private final HostAgent host;
    private final Way way;
    private final HostMemory memory;
    private final Region region;
    private final int handler;
    private final LentBuffers buffers;
    private final int strideBytes;
    private final DataListener receiver;
    private final ReceivedData[] pieces;
    private Stage stage = Stage.BEGINNING;
    private int idle;
    private int lent;
    private int refused;
    private long received;
    private long malformed;
    private long dropped;

    /**
     * Begins to listen.
     *
     * @param host the host's agent
     * @param way how the runtime is told
     * @param memory of the host
     * @param handler the number under which to listen, 0 to 255
     * @param buffers what is lent
     * @param receiver is notified of the messages
     */
    public DataInbox(HostAgent host, Way way, HostMemory memory, int handler, LentBuffers buffers, DataListener receiver) {
        if (handler < 0 || handler > 0xFF) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 0 to 255");
        }
        this.host = host;
        this.way = way;
        this.memory = memory;
        this.handler = handler;
        this.buffers = buffers;
        this.receiver = receiver;
        this.strideBytes = buffers.bytes() + 63 & -64;
        this.region = memory.allocateClosed("data for handler " + handler, (long) buffers.count() * strideBytes);
        this.pieces = new ReceivedData[buffers.count()];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = new ReceivedData(this, i, region.memory().asSlice((long) i * strideBytes, buffers.bytes()));
        }
        this.idle = pieces.length;
        boolean begun = false;
        try {
            advance();
            host.register(this);
            begun = true;
        } finally {
            if (!begun) {
                memory.free(region);
            }
        }
    }

    /** {@return whether the runtime knows of it, or everything is over} */
    public boolean isSettled() {
        return stage == Stage.LISTENING && (idle == 0 || lent + refused > 0) || stage == Stage.ENDED;
    }

    /** {@return whether nothing of it is left} */
    public boolean isEnded() {
        return stage == Stage.ENDED;
    }

    /** {@return frames that made no sense} */
    public long malformed() {
        return malformed;
    }

    /** {@return buffers that the runtime knows of now} */
    public int lent() {
        return lent;
    }

    /**
     * {@return the same for users outside the host's agent}
     *
     * @param tasks of the host's agent
     */
    public Listening through(Tasks tasks) {
        return new Listening() {
            @Override
            public long received() {
                return tasks.call(() -> received);
            }

            @Override
            public long malformed() {
                return tasks.call(() -> malformed);
            }

            @Override
            public long dropped() {
                return tasks.call(() -> dropped);
            }

            @Override
            public int lent() {
                return tasks.call(() -> lent);
            }

            @Override
            public void close() {
                tasks.run(DataInbox.this::close);
                tasks.await("the runtime to hear that nobody listens", DataInbox.this::isEnded);
            }
        };
    }

    // --- lending

    void lendAgain(ReceivedData piece) {
        if (stage == Stage.LISTENING || stage == Stage.BEGINNING) {
            idle++;
            lend(piece);
        }
    }

    private boolean lend(ReceivedData piece) {
        if (stage != Stage.LISTENING) {
            return false;
        }
        long offset = (long) piece.number() * strideBytes;
        long grant;
        try {
            grant = memory.grant(region, offset, buffers.bytes(), way.busAgent());
        } catch (IllegalStateException _) {
            // The host has given as many grants as it can: this is one of those who wait.
            return false;
        }
        if (!way.lend(handler, piece.number(), region.base() + offset, buffers.bytes(), grant)) {
            memory.revoke(grant);
            return false;
        }
        piece.grant = grant;
        piece.place = ReceivedData.Place.LENT;
        idle--;
        lent++;
        return true;
    }

    private void takeBack(ReceivedData piece) {
        memory.revoke(piece.grant);
        piece.grant = GrantTable.NONE;
        lent--;
    }

    private int advance() {
        if (stage == Stage.BEGINNING && way.listen(handler, buffers.bytes(), this)) {
            stage = Stage.LISTENING;
        } else if (stage == Stage.ENDING && way.stop(handler)) {
            stage = Stage.NOTIFIED;
            if (way.isSilent()) {
                end();
            }
        }
        int work = 0;
        for (int i = 0; stage == Stage.LISTENING && idle > 0 && i < pieces.length; i++) {
            if (pieces[i].place == ReceivedData.Place.IDLE) {
                if (!lend(pieces[i])) {
                    break;
                }
                work++;
            }
        }
        return work;
    }

    @Override
    public int doWork(int limit) {
        return idle > 0 || stage == Stage.ENDING ? advance() : 0;
    }

    // --- what arrives

    @Override
    public void onReply(MessageFrame frame) {
        int control = frame.transactionContext();
        int kind = control & 0xFF;
        if (stage != Stage.LISTENING) {
            onLateReply(frame, kind);
            return;
        }
        if (frame.function() != Function.SMALL_MESSAGE) {
            lose(null);
        } else if (kind == RuntimeProtocol.KIND_LEND) {
            onRefusal(control >>> Byte.SIZE);
        } else if ((control >>> 16 & 0xFF) != handler || kind != RuntimeProtocol.KIND_SMALL && kind != RuntimeProtocol.KIND_BULK) {
            malformed++;
        } else if (kind == RuntimeProtocol.KIND_SMALL) {
            received++;
            receiver.onMessage(frame, null);
        } else {
            onData(frame, frame.wordOrZero(RuntimeProtocol.PIECE_WORD), frame.wordOrZero(RuntimeProtocol.PIECE_WORD + 1));
        }
    }

    /** It was closed: what comes was on its way, until the runtime says that it has heard. */
    private void onLateReply(MessageFrame frame, int kind) {
        if (frame.function() == Function.SMALL_MESSAGE) {
            dropped += kind == RuntimeProtocol.KIND_LEND ? 0 : 1;
        } else if (stage == Stage.NOTIFIED) {
            end();
        }
    }

    private @Nullable ReceivedData lentPiece(int number) {
        return number < 0 || number >= pieces.length || pieces[number].place != ReceivedData.Place.LENT ? null : pieces[number];
    }

    private void onData(MessageFrame frame, int number, int bytes) {
        ReceivedData piece = lentPiece(number);
        if (piece == null || bytes < 1 || bytes > buffers.bytes()) {
            malformed++;
            return;
        }
        takeBack(piece);
        piece.begin(bytes);
        received++;
        try {
            receiver.onMessage(frame, piece);
        } finally {
            piece.endCall();
        }
    }

    /** The runtime does not want a buffer: it has as many as it can know, or somebody else listens there. */
    private void onRefusal(int number) {
        ReceivedData piece = lentPiece(number);
        if (piece == null) {
            malformed++;
            return;
        }
        takeBack(piece);
        piece.place = ReceivedData.Place.REFUSED;
        if (++refused == pieces.length) {
            lose(null);
        }
    }

    /** Somebody else listens in its place: nothing more comes. */
    public void replaced() {
        if (stage == Stage.LISTENING) {
            lose(null);
        }
    }

    @Override
    public void onFailure(RequestFailure why) {
        if (why.reason() == RequestFailure.Reason.IOP_RESET && stage != Stage.ENDED) {
            lose(why);
        }
    }

    // --- the end

    private void lose(@Nullable RequestFailure why) {
        boolean heard = stage == Stage.ENDING || stage == Stage.NOTIFIED;
        end();
        if (!heard) {
            receiver.onEnd(why);
        }
    }

    /** Listens no more; on the host's agent. {@link #isEnded} says when the runtime has been told. */
    public void close() {
        switch (stage) {
            case BEGINNING -> end();
            case LISTENING -> {
                stage = Stage.ENDING;
                freeMemory();
                advance();
            }
            case ENDING, NOTIFIED, ENDED -> {
                // It is over, or nearly.
            }
        }
    }

    private void end() {
        boolean hasMemory = stage == Stage.BEGINNING || stage == Stage.LISTENING;
        stage = Stage.ENDED;
        if (hasMemory) {
            freeMemory();
        }
        way.forget();
        host.deregister(this);
    }

    /** Nobody writes there any more; what the application has kept stays readable. */
    private void freeMemory() {
        for (ReceivedData piece : pieces) {
            if (piece.place == ReceivedData.Place.LENT) {
                takeBack(piece);
                piece.place = ReceivedData.Place.REFUSED;
            }
        }
        idle = 0;
        memory.free(region);
    }
}

package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Moves the two buffers of a control message between its sender's memory and the card: what comes in (an image, bulk data) and what goes
 * out (a verdict, a listing). One transfer each way at a time. Belongs to the card's agent.
 */
public final class ImageTransfers {
    /** The most elements of one list: an image of 1 MB in pages of 4 KB. */
    private static final int MAX_RUNS = 256;

    /** Memory for what the runtime says, which no extension can have: what is longer leaves in pieces. */
    private static final int ANSWER_BYTES = 16 << 10;
    private static final byte[] NOTHING = {};

    private final DeviceContext context;
    private final CardMemory answers;
    /** Whose list it is. */
    private BusAgent initiator;
    private final SglReader reader = new SglReader(SglLimits.STANDARD, FragmentSource.NONE);
    private final Transfer in;
    private final Transfer out;
    private final long[] outAddress = new long[MAX_RUNS];
    private final int[] outBytes = new int[MAX_RUNS];
    private int outRuns;
    /** What is being sent, how much of it, how much has begun to leave, and where the next byte goes. */
    private byte[] answer = NOTHING;
    private int answerBytes;
    private int answerSent;
    private int nextRun;
    private int nextInRun;
    private CardMemory.@Nullable Block block;
    private int inBytes;

    /** Transfers for one runtime. */
    public ImageTransfers(DeviceContext context, DeliveryList<Transfer> completions) {
        this.context = context;
        this.answers = new CardMemory(context.bus().allocate("answers of a runtime", context.busAgent(), Access.OWNER, ANSWER_BYTES));
        this.initiator = context.busAgent();
        this.in = new Transfer(MAX_RUNS, completions);
        this.out = new Transfer(MAX_RUNS, completions);
    }

    /** This runtime is used no more: its answers leave the bus. */
    public void leave() {
        context.bus().remove(answers.region());
    }

    /**
     * Reads a request's list. The direction that each element states says what comes in and what goes out.
     *
     * @param request whose list it is
     * @param fixedWords words before the list
     * @param memory where an incoming buffer goes
     * @param maxBytes the most that may come in
     * @return null when both are usable, otherwise why not
     */
    public @Nullable String parse(KernelRequest request, int fixedWords, CardMemory memory, int maxBytes) {
        reader.hostPageBytes(context.directory().hostPageBytes());
        reader.begin(request.frame(), fixedWords);
        return read(request, memory, maxBytes);
    }

    /**
     * As {@link #parse}, of a request whose header says where its list is, or that it has none.
     *
     * @param request whose list it is
     * @param memory where an incoming buffer goes
     * @param maxBytes the most that may come in
     * @return null when both are usable, otherwise why not
     */
    public @Nullable String parseOptional(KernelRequest request, CardMemory memory, int maxBytes) {
        reader.hostPageBytes(context.directory().hostPageBytes());
        reader.beginOptional(request.frame());
        return read(request, memory, maxBytes);
    }

    /** Reads once more where the answer to a request goes; nothing comes in. The list was usable when the request came. */
    public void readAnswerBuffers(KernelRequest request) {
        reader.hostPageBytes(context.directory().hostPageBytes());
        reader.beginOptional(request.frame());
        initiator = request.sender();
        outRuns = 0;
        while (reader.next()) {
            if (reader.kind() == SglReader.Kind.MEMORY && !reader.isLocal() && !reader.isFromBuffer() && outRuns < MAX_RUNS) {
                outAddress[outRuns] = reader.address();
                outBytes[outRuns++] = reader.byteCount();
            }
        }
        if (reader.end().isError()) {
            outRuns = 0;
        }
    }

    private @Nullable String read(KernelRequest request, CardMemory memory, int maxBytes) {
        initiator = request.sender();
        in.clear();
        outRuns = 0;
        inBytes = 0;
        while (reader.next()) {
            if (reader.kind() != SglReader.Kind.MEMORY || reader.isLocal()) {
                return "the list of buffers has an element that is no plain address";
            }
            if (reader.isFromBuffer()) {
                inBytes += reader.byteCount();
                if (inBytes > maxBytes || in.runs() == MAX_RUNS) {
                    return "more than " + maxBytes + " bytes or " + MAX_RUNS + " pieces come in";
                }
                // Destinations are filled in when the block is known.
                in.add(reader.address(), 0, reader.byteCount());
            } else if (outRuns < MAX_RUNS) {
                outAddress[outRuns] = reader.address();
                outBytes[outRuns++] = reader.byteCount();
            }
        }
        if (reader.end().isError()) {
            return "the list of buffers is not well formed: " + reader.end();
        }
        if (inBytes > 0) {
            block = memory.allocate(inBytes);
            if (block == null) {
                return "the card has no " + inBytes + " bytes of memory free";
            }
        }
        return null;
    }

    /** {@return whether the list that was parsed brings no bytes} */
    public boolean isEmpty() {
        return inBytes == 0;
    }

    /** Starts fetching what comes in; its transfer will arrive in the completion list. */
    public void fetch() {
        CardMemory.Block target = block;
        if (target == null) {
            throw new IllegalStateException("nothing comes in");
        }
        int runs = in.runs();
        long[] addresses = new long[runs];
        int[] lengths = new int[runs];
        for (int i = 0; i < runs; i++) {
            addresses[i] = in.source(i);
            lengths[i] = in.length(i);
        }
        in.clear().fromMemoryOf(initiator);
        long to = target.address();
        for (int i = 0; i < runs; i++) {
            in.add(addresses[i], to, lengths[i]);
            to += lengths[i];
        }
        context.agent().submit(context.dma(), in);
    }

    /** {@return whether everything has come in} */
    public boolean hasArrived() {
        return in.outcome() == Transfer.Outcome.DONE;
    }

    /** {@return the bytes that have come in} */
    public byte[] takeBytes() {
        CardMemory.Block held = block;
        if (held == null) {
            return new byte[0];
        }
        byte[] bytes = held.memory().asSlice(held.offset(), inBytes).toArray(ValueLayout.JAVA_BYTE);
        release();
        return bytes;
    }

    /** {@return the block with what has come in, now the caller's} */
    public CardMemory.@Nullable Block takeBlock() {
        CardMemory.Block held = block;
        block = null;
        return held;
    }

    /** Gives back what the transfer holds. */
    public void release() {
        CardMemory.Block held = block;
        block = null;
        answer = NOTHING;
        if (held != null) {
            held.free();
        }
    }

    /** {@return how many bytes the request offers room for} */
    public int room() {
        int room = 0;
        for (int i = 0; i < outRuns; i++) {
            room = (int) Math.min(Integer.MAX_VALUE, (long) room + outBytes[i]);
        }
        return room;
    }

    /**
     * Starts sending bytes to what the request offered for them, as many as fit there. They leave by way of memory of the runtime's own,
     * so that a card whose extensions have all of its memory says as much as any other; each end of a transfer is to be followed by
     * {@link #sendMore}.
     *
     * @return how many will be sent; 0 when there is nowhere to, then no completion arrives
     */
    public int send(byte[] bytes) {
        int length = Math.min(bytes.length, room());
        CardMemory.Block source = length == 0 ? null : answers.allocateToFill(Math.min(length, ANSWER_BYTES));
        if (source == null) {
            return 0;
        }
        block = source;
        answer = bytes;
        answerBytes = length;
        answerSent = 0;
        nextRun = 0;
        nextInRun = 0;
        sendPiece(source);
        return length;
    }

    /**
     * Goes on with what {@link #send} has begun, after a transfer of it has ended.
     *
     * @return false when all has left
     */
    public boolean sendMore() {
        CardMemory.Block source = block;
        if (source == null || answerSent == answerBytes) {
            return false;
        }
        sendPiece(source);
        return true;
    }

    private void sendPiece(CardMemory.Block source) {
        int length = Math.min(answerBytes - answerSent, ANSWER_BYTES);
        MemorySegment.copy(answer, answerSent, source.memory(), ValueLayout.JAVA_BYTE, source.offset(), length);
        out.clear().intoMemoryOf(initiator);
        for (int sent = 0; sent < length;) {
            int run = Math.min(outBytes[nextRun] - nextInRun, length - sent);
            if (run > 0) {
                out.add(source.address() + sent, outAddress[nextRun] + nextInRun, run);
            }
            sent += run;
            nextInRun += run;
            if (nextInRun == outBytes[nextRun]) {
                nextRun++;
                nextInRun = 0;
            }
        }
        answerSent += length;
        context.agent().submit(context.dma(), out);
    }

    /** {@return whether the piece that was sent last has arrived} */
    public boolean hasLeft() {
        return out.outcome() == Transfer.Outcome.DONE;
    }
}

package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Offload;
import org.jspecify.annotations.Nullable;

/**
 * The last steps of a frame: through the stages, onto the card's wire. A batch that the wire does not take wholly waits, those behind it
 * too; when as many wait as may, the frames of the next one are dropped and counted. What does not go on for {@link #PATIENCE_NS} is
 * dropped as well. Frames that a batch only describes ({@link WholeFrame}) are behind it in the same memory.
 *
 * <p>One activation does a bounded part of it, however dear the stages are, and the next one goes on.
 */
final class WireExit {
    /** The most batches that wait for the wire. */
    static final int MAX_WAITING = 16;
    /** How long the wire may take none before the frame that is next is dropped. */
    static final long PATIENCE_NS = 20_000_000;
    /** The most frames of batches in one activation. */
    static final int FRAMES_AT_ONCE = 2 * RouterProtocol.MAX_FRAMES;
    /** Who calls a stage for a frame of a batch has as much fuel: the most that a service may use, and what the router needs after it. */
    private static final int FUEL_OF_STAGE = 510_000;
    private static final int MAC_HEADER = 14;

    private final ExtensionContext context;
    private final Tally tally;
    private final Retry retry;
    private Stages stages;
    /** Those from the next frame on. */
    private Stages nextStages;
    private final OwnBatch own;
    private final @Nullable Buffer[] waiting = new Buffer[MAX_WAITING];
    /** Of each batch of another card that waits, the bytes without the frames behind it. */
    private final int[] near = new int[MAX_WAITING];
    private int first;
    private int count;
    /** Where the first frame of the first waiting batch is. */
    private int at;
    /** How many bytes of it the stages before {@link #nextStage} have left; 0 when none has seen it. */
    private int staged;
    private int nextStage;
    private long stuckSinceNs;
    /** Frames that this activation has done, and whether it does no more. */
    private int done;
    private boolean isTired;
    /** Batches that have ever waited, and of those, batches that are gone. */
    private long entered;
    private long left;

    WireExit(ExtensionContext context, Tally tally, Retry retry, Stages stages, int batchBytes) {
        this.context = context;
        this.tally = tally;
        this.retry = retry;
        this.stages = stages;
        this.nextStages = stages;
        this.own = new OwnBatch(context, batchBytes);
    }

    /** {@return batches that have ever had to wait: a fence waits until {@link #left} is as many} */
    long entered() {
        return entered;
    }

    /** {@return of the batches that had to wait, those that wait no more} */
    long left() {
        return left;
    }

    /** Other stages, for all frames but one that is on its way through those of before. */
    void stages(Stages stagesFromNow) {
        nextStages = stagesFromNow;
        if (staged == 0) {
            stages = stagesFromNow;
        }
    }

    /**
     * A batch of another card.
     *
     * @param batch with the frames that stand behind it
     * @param nearBytes of the batch alone
     * @return false when it is no batch
     */
    boolean onBatch(Buffer batch, int nearBytes) {
        if (nearBytes < 0 || nearBytes > batch.length() || nearBytes < batch.length() && !WholeFrame.completeAll(batch, nearBytes)) {
            return false;
        }
        take(batch, nearBytes);
        return true;
    }

    private void take(Buffer batch, int nearBytes) {
        begin();
        int stopped = count > 0 ? 0 : sendBatch(batch, nearBytes, 0);
        if (stopped < 0) {
            return;
        }
        Buffer kept = count == MAX_WAITING ? null : batch.keep();
        if (kept == null) {
            dropRest(batch, nearBytes, stopped);
            return;
        }
        enter(kept, nearBytes, stopped);
    }

    /** What is there waits from now on, behind what waits already. */
    private void enter(Buffer batch, int nearBytes, int from) {
        int next = first + count++;
        int place = next < MAX_WAITING ? next : next - MAX_WAITING;
        waiting[place] = batch;
        near[place] = nearBytes;
        entered++;
        if (count == 1) {
            at = from;
            stuckSinceNs = context.nowNs();
        }
        retry.ask();
    }

    private void begin() {
        done = 0;
        isTired = false;
    }

    /**
     * A frame of this card. Where there are stages it waits when others do, or when this activation has not fuel enough for the dearest
     * stage: it may have sent many already, as fragments of one packet.
     */
    void send(Buffer buffer, int offset, int bytes, int ingressPort, long offload) {
        if (stages.count() == 0) {
            if (count == 0 && transmit(buffer, offset, bytes, offload)) {
                tally.sent.increment();
            } else {
                tally.drop(DropReason.WIRE_FULL);
            }
        } else if (offload != Offload.NONE) {
            unfinished();
        } else if (count > 0) {
            later(buffer, offset, bytes, bytes, ingressPort);
        } else {
            sendThroughStages(buffer, offset, bytes, ingressPort);
        }
    }

    private void sendThroughStages(Buffer buffer, int offset, int bytes, int ingressPort) {
        int rest = bytes;
        for (int i = 0; rest > 0 && i < stages.count(); i++) {
            int result = context.fuelLeft() < FUEL_OF_STAGE ? Stages.LATER
                : stages.pass(i, buffer, offset, rest, ingressPort, Stages.OutOfFuel.WAITS);
            if (result == Stages.LATER) {
                if (later(buffer, offset, bytes, rest, ingressPort)) {
                    staged = rest;
                    nextStage = i;
                }
                return;
            }
            rest = result;
        }
        if (rest > 0) {
            if (transmit(buffer, offset, rest, Offload.NONE)) {
                tally.sent.increment();
            } else if (later(buffer, offset, bytes, rest, ingressPort)) {
                staged = rest;
                nextStage = stages.count();
            }
        }
    }

    /** Has a frame wait for another activation: {@return whether it does, otherwise it is dropped} Of it, {@code rest} bytes are left. */
    private boolean later(Buffer buffer, int offset, int bytes, int rest, int ingressPort) {
        Buffer memory = own.room(bytes);
        boolean waits = memory != null && isWaiting(memory);
        if (memory == null || !waits && count == MAX_WAITING) {
            tally.drop(DropReason.WIRE_FULL);
            return false;
        }
        own.add(memory, buffer, offset, rest, ingressPort);
        if (!waits) {
            enter(memory, 0, 0);
        }
        return true;
    }

    /** {@return whether the own batch waits already} Frames of other cards that came after it wait behind all that it gathers. */
    private boolean isWaiting(Buffer batch) {
        for (int i = 0; i < count; i++) {
            if (waiting[(first + i) % MAX_WAITING] == batch) {
                return true;
            }
        }
        return false;
    }

    private int endOf(Buffer batch, int nearBytes) {
        return own.is(batch) ? own.end() : nearBytes;
    }

    /**
     * Sends frames of a batch.
     *
     * @param nearBytes of the batch alone
     * @param from where the header of the first is
     * @return where the header of the first is that has not gone, because the wire does not take it or this activation has done enough; -1
     *     when all are gone
     */
    private int sendBatch(Buffer batch, int nearBytes, int from) {
        int place = from;
        while (place + RouterProtocol.FRAME_HEADER <= nearBytes) {
            int bytes = batch.i32(place);
            int port = batch.i32(place + RouterProtocol.FRAME_PORT);
            int frame = place + RouterProtocol.FRAME_HEADER;
            int next = frame + (bytes + 7 & -8);
            if (port < 0) {
                frame = WholeFrame.place(batch, place, nearBytes);
                next = place + WholeFrame.DESCRIPTION_BYTES;
                port &= ~RouterProtocol.FRAME_BEHIND;
            }
            if (bytes < MAC_HEADER || frame < 0 || frame < nearBytes && bytes > nearBytes - frame) {
                tally.drop(DropReason.MALFORMED);
                forgetStages();
                return -1;
            }
            if (!pass(batch, frame, bytes, port, batch.i64(place + RouterProtocol.FRAME_OFFLOAD))) {
                return place;
            }
            place = next;
        }
        return -1;
    }

    /** Brings another card's frame through the stages onto the wire: {@return whether it is gone}; if not, where it stands is noted. */
    private boolean pass(Buffer load, int frame, int bytes, int port, long offload) {
        if (done == FRAMES_AT_ONCE) {
            isTired = true;
            return false;
        }
        int rest = stages.count() == 0 ? bytes : offload == Offload.NONE ? throughStages(load, frame, bytes, port) : unfinished();
        if (isTired) {
            return false;
        }
        if (rest > 0) {
            if (!transmit(load, frame, rest, offload)) {
                staged = stages.count() == 0 ? 0 : rest;
                nextStage = stages.count();
                return false;
            }
            tally.sent.increment();
        }
        forgetStages();
        done++;
        return true;
    }

    /** What a stage would change of a packet would not be in the checksum that is completed afterwards. */
    private int unfinished() {
        tally.drop(DropReason.UNFINISHED);
        return 0;
    }

    private void forgetStages() {
        staged = 0;
        nextStage = 0;
        stages = nextStages;
    }

    private boolean transmit(Buffer buffer, int offset, int bytes, long offload) {
        return offload == Offload.NONE ? context.transmit(buffer, offset, bytes) : context.transmit(buffer, offset, bytes, offload);
    }

    /** {@return how many bytes are to be sent; 0 for none, which is counted} An activation that is tired has noted where it stands. */
    private int throughStages(Buffer buffer, int offset, int bytes, int ingressPort) {
        int rest = staged == 0 ? bytes : staged;
        for (int i = nextStage; rest > 0 && i < stages.count(); i++) {
            boolean isFirst = done == 0 && i == nextStage;
            int result = !isFirst && context.fuelLeft() < FUEL_OF_STAGE ? Stages.LATER
                : stages.pass(i, buffer, offset, rest, ingressPort, isFirst ? Stages.OutOfFuel.DROPS : Stages.OutOfFuel.WAITS);
            if (result == Stages.LATER) {
                isTired = true;
                staged = rest;
                nextStage = i;
                return 0;
            }
            rest = result;
        }
        return rest;
    }

    /** Counts the frames that are not sent; what claims more than a batch may have is not read on, for it would use up the fuel. */
    private void dropRest(Buffer batch, int nearBytes, int from) {
        int place = from;
        int frames = 0;
        while (frames < RouterProtocol.MAX_FRAMES && place + RouterProtocol.FRAME_HEADER <= nearBytes) {
            int next = RouterProtocol.nextFrame(batch, place);
            if (next <= place || next > nearBytes) {
                break;
            }
            frames++;
            place = next;
        }
        if (count == 0) {
            forgetStages();
        }
        tally.drop(DropReason.WIRE_FULL, frames);
    }

    /** Tries again what waits for the wire: {@return whether something still waits}. */
    boolean resume() {
        begin();
        while (count > 0) {
            Buffer batch = waiting[first];
            int before = at;
            int stopped = batch == null ? -1 : sendBatch(batch, endOf(batch, near[first]), at);
            if (batch != null && stopped >= 0) {
                long now = context.nowNs();
                if (stopped != before || isTired) {
                    stuckSinceNs = now;
                }
                at = stopped;
                if (isTired || now - stuckSinceNs < PATIENCE_NS) {
                    return true;
                }
                tally.drop(DropReason.WIRE_FULL);
                stuckSinceNs = now;
                at = RouterProtocol.nextFrame(batch, stopped);
                forgetStages();
                continue;
            }
            waiting[first] = null;
            if (batch != null) {
                if (own.is(batch)) {
                    own.forget();
                }
                batch.release();
            }
            first = first + 1 == MAX_WAITING ? 0 : first + 1;
            count--;
            left++;
            at = 0;
            forgetStages();
            stuckSinceNs = context.nowNs();
        }
        return false;
    }

    /** {@return whether the last activation stopped because it had done enough: the next one has something to do at once} */
    boolean isTired() {
        return isTired;
    }
}

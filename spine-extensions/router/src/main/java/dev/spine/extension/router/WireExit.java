package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import org.jspecify.annotations.Nullable;

/**
 * The last steps of a frame: through the stages, onto the card's wire. A train that the wire does not take wholly waits, those behind it
 * too; when as many wait as may, the frames of the next one are dropped and counted. What does not go on for {@link #PATIENCE_NS} is
 * dropped as well. A {@link WholeFrame} waits as a train of one frame does.
 *
 * <p>One activation does a bounded part of it, however dear the stages are, and the next one goes on.
 */
final class WireExit {
    /** The most trains that wait for the wire. */
    static final int MAX_WAITING = 16;
    /** How long the wire may take none before the frame that is next is dropped. */
    static final long PATIENCE_NS = 20_000_000;
    /** The most frames of trains in one activation. */
    static final int FRAMES_AT_ONCE = 2 * RouterProtocol.MAX_FRAMES;
    /** Who calls a stage for a frame of a train has as much fuel: the most that a service may use, and what the router needs after it. */
    private static final int FUEL_OF_STAGE = 510_000;
    private static final int MAC_HEADER = 14;
    /** In place of the port by which a whole frame came in. */
    private static final int TRAIN = 0;

    private final ExtensionContext context;
    private final Tally tally;
    private final Retry retry;
    private final Stages stages;
    private final OwnTrain own;
    private final @Nullable Buffer[] waiting = new Buffer[MAX_WAITING];
    /** Of a whole frame that waits, the port by which it came in, otherwise {@link #TRAIN}; and its offload word. */
    private final int[] wholePorts = new int[MAX_WAITING];
    private final long[] wholeOffloads = new long[MAX_WAITING];
    private int first;
    private int count;
    /** Where the first frame of the first waiting train is. */
    private int at;
    /** How many bytes of it the stages before {@link #nextStage} have left; 0 when none has seen it. */
    private int staged;
    private int nextStage;
    private long stuckSinceNs;
    /** Frames that this activation has done, and whether it does no more. */
    private int done;
    private boolean isTired;
    /** Trains that have ever waited, and of those, trains that are gone. */
    private long entered;
    private long left;

    WireExit(ExtensionContext context, Tally tally, Retry retry, Stages stages, int trainBytes) {
        this.context = context;
        this.tally = tally;
        this.retry = retry;
        this.stages = stages;
        this.own = new OwnTrain(context, trainBytes);
    }

    /** {@return trains that have ever had to wait: a fence waits until {@link #left} is as many} */
    long entered() {
        return entered;
    }

    /** {@return of the trains that had to wait, those that wait no more} */
    long left() {
        return left;
    }

    /** A train of another card. */
    void onTrain(Message message) {
        take(message.buffer(), TRAIN, Offload.NONE);
    }

    /** A large frame of another card, its header written. */
    void onWhole(Buffer frame, int ingressPort, long offload) {
        take(frame, ingressPort, offload);
    }

    private void take(Buffer load, int port, long offload) {
        begin();
        int stopped = count > 0 ? 0 : sendFrom(0, load, port, offload);
        if (stopped < 0) {
            return;
        }
        Buffer kept = count == MAX_WAITING ? null : load.keep();
        if (kept == null) {
            dropRest(load, port, stopped);
            return;
        }
        enter(kept, port, offload, stopped);
    }

    /** What is there waits from now on, behind what waits already. */
    private void enter(Buffer load, int port, long offload, int from) {
        int next = first + count++;
        int place = next < MAX_WAITING ? next : next - MAX_WAITING;
        waiting[place] = load;
        wholePorts[place] = port;
        wholeOffloads[place] = offload;
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
            enter(memory, TRAIN, Offload.NONE, 0);
        }
        return true;
    }

    /** {@return whether the own train waits already} Frames of other cards that came after it wait behind all that it gathers. */
    private boolean isWaiting(Buffer train) {
        for (int i = 0; i < count; i++) {
            if (waiting[(first + i) % MAX_WAITING] == train) {
                return true;
            }
        }
        return false;
    }

    private int endOf(Buffer train) {
        return own.is(train) ? own.end() : train.length();
    }

    /** {@return where the first frame is that has not gone, or -1 when all are gone} */
    private int sendFrom(int from, Buffer load, int port, long offload) {
        if (port == TRAIN) {
            return sendTrain(load, from);
        }
        return from > 0 || pass(load, 0, load.length(), port, offload) ? -1 : 0;
    }

    /**
     * Sends frames of a train.
     *
     * @param from where the header of the first is
     * @return where the header of the first is that has not gone, because the wire does not take it or this activation has done enough; -1
     *     when all are gone
     */
    private int sendTrain(Buffer train, int from) {
        int end = endOf(train);
        int place = from;
        while (place + RouterProtocol.FRAME_HEADER <= end) {
            int bytes = train.i32(place);
            int frame = place + RouterProtocol.FRAME_HEADER;
            if (bytes < MAC_HEADER || bytes > end - frame) {
                tally.drop(DropReason.MALFORMED);
                forgetStages();
                return -1;
            }
            if (!pass(train, frame, bytes, train.i32(place + RouterProtocol.FRAME_PORT), train.i64(place + RouterProtocol.FRAME_OFFLOAD))) {
                return place;
            }
            place = frame + (bytes + 7 & -8);
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

    private void dropRest(Buffer train, int port, int from) {
        int place = from;
        int frames = port == TRAIN ? 0 : 1;
        int end = port == TRAIN ? train.length() : 0;
        while (place + RouterProtocol.FRAME_HEADER <= end) {
            int bytes = train.i32(place);
            if (bytes < 0 || bytes > end - place - RouterProtocol.FRAME_HEADER) {
                break;
            }
            frames++;
            place += RouterProtocol.FRAME_HEADER + (bytes + 7 & -8);
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
            Buffer train = waiting[first];
            int before = at;
            int stopped = train == null ? -1 : sendFrom(at, train, wholePorts[first], wholeOffloads[first]);
            if (train != null && stopped >= 0) {
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
                at = wholePorts[first] == TRAIN ? stopped + RouterProtocol.FRAME_HEADER + (train.i32(stopped) + 7 & -8) : train.length();
                forgetStages();
                continue;
            }
            waiting[first] = null;
            if (train != null) {
                if (own.is(train)) {
                    own.forget();
                }
                train.release();
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

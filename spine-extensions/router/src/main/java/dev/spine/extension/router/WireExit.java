package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last steps of a frame: through the stages, onto the card's wire. A train that the wire does not take wholly waits, those behind it
 * too; when as many wait as may, the frames of the next one are dropped and counted. What does not go on for {@link #PATIENCE_NS} is
 * dropped as well. A {@link WholeFrame} waits as a train of one frame does.
 */
final class WireExit {
    /** The most trains that wait for the wire. */
    static final int MAX_WAITING = 16;
    /** How long the wire may take none before the frame that is next is dropped. */
    static final long PATIENCE_NS = 20_000_000;

    private static final int MAC_HEADER = 14;
    /** In place of the port by which a whole frame came in. */
    private static final int TRAIN = 0;

    private final ExtensionContext context;
    private final Tally tally;
    private final Retry retry;
    private final int[] stageNumbers;
    private final @Nullable EgressStage[] stages;
    private final @Nullable Buffer[] waiting = new Buffer[MAX_WAITING];
    /** Of a whole frame that waits, the port by which it came in, otherwise {@link #TRAIN}; and its offload word. */
    private final int[] wholePorts = new int[MAX_WAITING];
    private final long[] wholeOffloads = new long[MAX_WAITING];
    private int first;
    private int count;
    /** Where the first frame of the first waiting train is, and how many bytes the stages have left of it; 0 when it has not seen them. */
    private int at;
    private int staged;
    private long stuckSinceNs;
    /** Trains that have ever waited, and of those, trains that are gone. */
    private long entered;
    private long left;

    WireExit(ExtensionContext context, Tally tally, Retry retry, List<Integer> stageNumbers) {
        this.context = context;
        this.tally = tally;
        this.retry = retry;
        this.stageNumbers = new int[stageNumbers.size()];
        for (int i = 0; i < this.stageNumbers.length; i++) {
            this.stageNumbers[i] = stageNumbers.get(i);
        }
        this.stages = new EgressStage[this.stageNumbers.length];
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
        int stopped = count > 0 ? 0 : transmit(load, port, offload, 0, 0);
        if (stopped < 0) {
            return;
        }
        Buffer kept = count == MAX_WAITING ? null : load.keep();
        if (kept == null) {
            dropRest(load, port, stopped);
            return;
        }
        int next = first + count++;
        int place = next < MAX_WAITING ? next : next - MAX_WAITING;
        waiting[place] = kept;
        wholePorts[place] = port;
        wholeOffloads[place] = offload;
        entered++;
        if (count == 1) {
            at = stopped;
            stuckSinceNs = context.nowNs();
        }
        retry.ask();
    }

    /** A frame of this card. */
    void send(Buffer buffer, int offset, int bytes, int ingressPort, long offload) {
        int rest = stages.length == 0 ? bytes : throughStages(buffer, offset, bytes, ingressPort);
        if (rest > 0) {
            if (count == 0 && transmit(buffer, offset, rest, offload)) {
                tally.sent.increment();
            } else {
                tally.drop(DropReason.WIRE_FULL);
            }
        }
    }

    private int transmit(Buffer load, int port, long offload, int from, int rest) {
        return port == TRAIN ? transmit(load, from, rest) : transmitWhole(load, port, offload, from, rest);
    }

    /** {@return 0 when the wire has not taken the frame, or -1 when it is gone} */
    private int transmitWhole(Buffer frame, int port, long offload, int from, int rest) {
        if (from > 0) {
            return -1;
        }
        int bytes = rest > 0 ? rest : stages.length == 0 ? frame.length() : throughStages(frame, 0, frame.length(), port);
        if (bytes == 0) {
            return -1;
        }
        if (!transmit(frame, 0, bytes, offload)) {
            staged = bytes;
            return 0;
        }
        tally.sent.increment();
        return -1;
    }

    /**
     * Sends frames of a train.
     *
     * @param from where the header of the first is
     * @param rest what the stages have left of it, 0 when it has not seen them
     * @return where the header of the first is that the wire has not taken, or -1 when all are gone
     */
    private int transmit(Buffer train, int from, int rest) {
        int end = train.length();
        int place = from;
        int bytesLeft = rest;
        while (place + RouterProtocol.FRAME_HEADER <= end) {
            int bytes = train.i32(place);
            int frame = place + RouterProtocol.FRAME_HEADER;
            if (bytes < MAC_HEADER || bytes > end - frame) {
                tally.drop(DropReason.MALFORMED);
                return -1;
            }
            if (bytesLeft == 0) {
                bytesLeft = stages.length == 0 ? bytes
                    : throughStages(train, frame, bytes, train.i32(place + RouterProtocol.FRAME_PORT));
            }
            if (bytesLeft > 0) {
                if (!transmit(train, frame, bytesLeft, train.i64(place + RouterProtocol.FRAME_OFFLOAD))) {
                    staged = bytesLeft;
                    return place;
                }
                tally.sent.increment();
            }
            bytesLeft = 0;
            place = frame + (bytes + 7 & -8);
        }
        return -1;
    }

    private boolean transmit(Buffer buffer, int offset, int bytes, long offload) {
        return offload == Offload.NONE ? context.transmit(buffer, offset, bytes) : context.transmit(buffer, offset, bytes, offload);
    }

    /** {@return how many bytes are to be sent; 0 for none, which is counted} */
    private int throughStages(Buffer buffer, int offset, int bytes, int ingressPort) {
        int rest = bytes;
        for (int i = 0; i < stages.length; i++) {
            EgressStage stage = stages[i];
            if (stage == null) {
                stage = link(i);
            }
            if (stage == null) {
                tally.drop(DropReason.NO_STAGE);
                return 0;
            }
            int result = call(i, stage, buffer, offset, rest, ingressPort);
            if (result == EgressStage.TAKEN) {
                tally.held.increment();
                return 0;
            }
            if (result < MAC_HEADER || result > rest) {
                tally.drop(DropReason.STAGE);
                return 0;
            }
            rest = result;
        }
        return rest;
    }

    private int call(int index, EgressStage stage, Buffer buffer, int offset, int bytes, int ingressPort) {
        try {
            return stage.onEgress(buffer, offset, bytes, ingressPort);
        } catch (ServiceException e) {
            if (e.reason() == ServiceException.Reason.GONE || e.reason() == ServiceException.Reason.FAILED) {
                stages[index] = null;
            }
            return EgressStage.DROPPED;
        }
    }

    private @Nullable EgressStage link(int index) {
        try {
            EgressStage found = context.services().link(EgressStages.SERVICE, stageNumbers[index], stageNumbers[index]);
            stages[index] = found;
            return found;
        } catch (ServiceException _) {
            return null;
        }
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
        staged = count > 0 ? staged : 0;
        tally.drop(DropReason.WIRE_FULL, frames);
    }

    /** Tries again what waits for the wire: {@return whether something still waits}. */
    boolean resume() {
        while (count > 0) {
            Buffer train = waiting[first];
            int before = at;
            int stopped = train == null ? -1 : transmit(train, wholePorts[first], wholeOffloads[first], at, staged);
            if (train != null && stopped >= 0) {
                long now = context.nowNs();
                if (stopped != before) {
                    stuckSinceNs = now;
                }
                at = stopped;
                if (now - stuckSinceNs < PATIENCE_NS) {
                    return true;
                }
                tally.drop(DropReason.WIRE_FULL);
                stuckSinceNs = now;
                at = wholePorts[first] == TRAIN ? stopped + RouterProtocol.FRAME_HEADER + (train.i32(stopped) + 7 & -8) : train.length();
                staged = 0;
                continue;
            }
            waiting[first] = null;
            if (train != null) {
                train.release();
            }
            first = first + 1 == MAX_WAITING ? 0 : first + 1;
            count--;
            left++;
            at = 0;
            staged = 0;
            stuckSinceNs = context.nowNs();
        }
        return false;
    }
}

package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.FrameLane;
import java.lang.foreign.MemorySegment;

/** Messages over a frame lane for each sender, polled in turn: taken, 64 bytes written, posted, polled, 64 bytes read, freed. */
public final class LaneRate implements RateVariant {
    static final int FRAMES = 128;
    private static final int FRAME_BYTES = 128;
    private static final int SPACING = 192;
    private static final int FIRST = 4096;

    private final FrameLane[] lanes;
    private final ThreadState[] senders;
    private final Frame[][] sent;
    private final Frame[] received = new Frame[3 * BATCH];
    private final ThreadState receiver = new ThreadState();

    /**
     * Makes the lanes.
     *
     * @param options how many senders
     */
    public LaneRate(HopOptions options) {
        lanes = new FrameLane[options.senders()];
        senders = new ThreadState[lanes.length];
        sent = new Frame[lanes.length][3 * BATCH];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = lane("sender " + i, FrameLane.Kind.REQUEST, FRAMES);
            senders[i] = new ThreadState();
        }
    }

    static FrameLane lane(String name, FrameLane.Kind kind, int frames) {
        MemorySegment memory = Lines.allocate(2 * FIRST + (long) frames * SPACING);
        return new FrameLane(name, kind, memory, FIRST, FIRST, FRAME_BYTES, SPACING, frames);
    }

    @Override
    public int send(int limit) {
        int sent = 0;
        for (int i = 0; i < lanes.length; i++) {
            sent += sendFrom(i, limit);
        }
        return sent;
    }

    /** Takes, then writes, then posts: what lies on one line is moved together, and the line changes cores once for all of it. */
    private int sendFrom(int sender, int limit) {
        FrameLane lane = lanes[sender];
        ThreadState state = senders[sender];
        int count = 0;
        while (count < limit) {
            Frame frame = lane.take();
            if (frame == null) {
                break;
            }
            sent[sender][count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            Frame frame = sent[sender][i];
            Lines.write64(frame.memory(), frame.offset(), ++state.position);
        }
        for (int i = 0; i < count; i++) {
            lane.post(Delivery.DIRECT, sent[sender][i]);
        }
        return count;
    }

    @Override
    public int receive(int limit) {
        int all = 0;
        for (FrameLane lane : lanes) {
            all += receiveFrom(lane, limit);
        }
        return all;
    }

    private int receiveFrom(FrameLane lane, int limit) {
        int count = 0;
        while (count < limit) {
            Frame frame = lane.poll();
            if (frame == null) {
                break;
            }
            received[count++] = frame;
        }
        for (int i = 0; i < count; i++) {
            Frame frame = received[i];
            receiver.seen += Lines.read64(frame.memory(), frame.offset(), receiver.scratch);
        }
        for (int i = 0; i < count; i++) {
            lane.free(Delivery.DIRECT, received[i]);
        }
        return count;
    }
}

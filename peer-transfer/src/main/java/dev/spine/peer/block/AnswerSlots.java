package dev.spine.peer.block;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerSession;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where disks write what they are: a place for each target. A place whose disk was asked and has not answered is nobody else's until it
 * answers or its IOP has let go of the question, so that a late answer never lands where another disk's is read. Of one IOP that is silent
 * only some are kept, so that the disks of others can be asked. Belongs to the card's agent.
 */
final class AnswerSlots {
    /** Bytes of a place. */
    static final int BYTES = 64;
    /** The most places that an IOP keeps from others without answering. */
    static final int MAX_OWED = 4;
    private static final int NOBODY = -1;

    private final DeviceContext context;
    private final int count;
    /** The cookie of the question that was given up, or {@link #NOBODY}. */
    private final int[] owed;
    private final @Nullable PeerSession[] sessions;
    /** By place that is owed: the IOP that owes it, and the TID from which its answer comes. */
    private final int[] iopIds;
    private final int[] repliers;
    private Region region;

    AnswerSlots(DeviceContext context, int count) {
        this.context = context;
        this.count = count;
        this.owed = new int[count];
        this.sessions = new PeerSession[count];
        this.iopIds = new int[count];
        this.repliers = new int[count];
        Arrays.fill(owed, NOBODY);
        this.region = allocate();
    }

    private Region allocate() {
        return context.bus().allocate(context.directory().iopName() + " answers of disks to TID " + context.tid(), context.busAgent(),
            Access.READ_WRITE, (long) count * BYTES);
    }

    /** Whether no disk can write there any more. */
    boolean isFree(int place) {
        PeerSession session = sessions[place];
        return owed[place] == NOBODY || session != null && session.isOver();
    }

    int address(int place) {
        return (int) region.base() + place * BYTES;
    }

    MemorySegment memory(int place) {
        return region.memory().asSlice((long) place * BYTES, BYTES);
    }

    /** Prepares a place for another answer. */
    void clear(int place) {
        owed[place] = NOBODY;
        sessions[place] = null;
        memory(place).fill((byte) 0);
    }

    /** Whether an IOP has not answered as many questions as it may. */
    boolean owesTooMuch(int iopId) {
        int owes = 0;
        for (int place = 0; place < count; place++) {
            owes += !isFree(place) && iopIds[place] == iopId ? 1 : 0;
        }
        return owes >= MAX_OWED;
    }

    /** A question was given up; its disk may still answer, in a session or, of this IOP, in none. */
    void owe(BlockTarget gone) {
        int place = gone.index;
        MessageRoute route = gone.route;
        owed[place] = gone.cookie();
        sessions[place] = gone.session;
        iopIds[place] = gone.iopId;
        repliers[place] = route == null ? Tid.NONE : route.replier();
    }

    /** An answer has come to a question that nobody asks any more. Only its disk can know that it writes there no more. */
    void answered(MessageFrame reply) {
        int cookie = reply.transactionContext();
        int place = cookie & 0xFF;
        if (place < count && owed[place] == cookie && repliers[place] == reply.target()) {
            owed[place] = NOBODY;
            sessions[place] = null;
        }
    }

    /** Takes all places off the bus for good. */
    void leave() {
        context.bus().remove(region);
    }

    /** Takes all places off the bus and begins with new ones: a late answer finds nothing. */
    void replace() {
        context.bus().remove(region);
        region = allocate();
        Arrays.fill(owed, NOBODY);
        Arrays.fill(sessions, null);
    }
}

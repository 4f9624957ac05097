package dev.spine.peer.block;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.peer.PeerSession;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where disks write what they are: a place for each target. A place whose disk was asked and has not answered is nobody else's until it
 * answers or its IOP has let go of the question, so that a late answer never lands where another disk's is read. Belongs to the card's
 * agent.
 */
final class AnswerPlaces {
    /** Bytes of a place. */
    static final int BYTES = 64;
    private static final int NOBODY = -1;

    private final DeviceContext context;
    private final int count;
    /** The cookie of the question that was given up, or {@link #NOBODY}. */
    private final int[] owed;
    private final @Nullable PeerSession[] sessions;
    private Region region;

    AnswerPlaces(DeviceContext context, int count) {
        this.context = context;
        this.count = count;
        this.owed = new int[count];
        this.sessions = new PeerSession[count];
        Arrays.fill(owed, NOBODY);
        this.region = allocate();
    }

    private Region allocate() {
        return context.bus().allocate(context.directory().iopName() + " answers of disks to TID " + context.tid(), context.box(),
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

    /** A question was given up; its disk may still answer, in a session or, of this IOP, in none. */
    void owe(int place, int cookie, @Nullable PeerSession session) {
        owed[place] = cookie;
        sessions[place] = session;
    }

    /** An answer has come to a question that nobody asks any more. */
    void answered(int cookie) {
        int place = cookie & 0xFF;
        if (place < count && owed[place] == cookie) {
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

package dev.spine.host.block;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a block device is in use: it is taken into use and out of it, its IOP is lost and comes back, it goes and comes. What was asked
 * for last counts: a detach that overtakes an attach undoes it when it is done, and a loss that overtakes one makes it fail. Host agent's
 * thread.
 */
final class BlockUse {
    /** What can be done with the device now. */
    enum State {
        /** It is not in use. */
        CLOSED,
        /** It is being taken into use. */
        ATTACHING,
        /** Requests go to it. */
        OPEN,
        /** It is being taken out of use. */
        DETACHING,
        /** Its IOP was reset. */
        IOP_LOST,
        /** It was removed. */
        GONE
    }

    /** Takes the device into use and out of it. */
    interface Steps {
        /** Claims and learns what it is. */
        Pending<BlockDeviceInfo> attach();

        /** Waits for requests in flight, flushes, and releases the claim. Never fails. */
        Pending<Boolean> detach();

        /** Releases a claim under which no request was made. Never fails. */
        Pending<Boolean> release();

        /** The device is in use. */
        void onOpen(BlockDeviceInfo found);

        /** No request can be made any more. */
        void onClosed();
    }

    private final String name;
    private final Steps steps;
    private State state = State.CLOSED;
    /** Somebody has it in use: it is attached again when it comes back. */
    private boolean wanted;
    /** Which attach is in flight; raised by what overtakes it. */
    private int attempt;
    private @Nullable Pending<Boolean> leaving;

    BlockUse(String name, Steps steps) {
        this.name = name;
        this.steps = steps;
    }

    State state() {
        return state;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** How a request ends that is made now. */
    BlockOutcome closedStatus() {
        return switch (state) {
            case IOP_LOST -> BlockOutcome.IOP_RESET;
            case GONE -> BlockOutcome.GONE;
            case CLOSED, ATTACHING, OPEN, DETACHING -> BlockOutcome.CLOSED;
        };
    }

    Pending<BlockDeviceInfo> attach() {
        if (state == State.OPEN || state == State.ATTACHING || state == State.DETACHING) {
            throw new IllegalStateException("the block device of " + name + " is attached: detach it first");
        }
        State before = state;
        state = State.ATTACHING;
        int mine = ++attempt;
        return steps.attach().map(found -> attached(mine, found)).orElse(why -> {
            if (mine == attempt) {
                attachFailed(before);
            }
            throw why;
        });
    }

    private BlockDeviceInfo attached(int mine, BlockDeviceInfo found) {
        if (mine != attempt) {
            throw new HostException(name + ": the block device was lost while it was taken into use");
        }
        if (state == State.DETACHING) {
            attempt++;
            steps.release().whenDone(_ -> closed());
            throw new HostException(name + ": the block device was detached while it was taken into use");
        }
        wanted = true;
        state = State.OPEN;
        steps.onOpen(found);
        return found;
    }

    private void attachFailed(State before) {
        if (state == State.DETACHING) {
            closed();
        } else {
            state = wanted ? before : State.CLOSED;
        }
    }

    private void closed() {
        state = State.CLOSED;
        Pending<Boolean> done = Objects.requireNonNull(leaving, "somebody has asked for it");
        leaving = null;
        done.complete(Boolean.TRUE);
    }

    Pending<Boolean> detach() {
        wanted = false;
        Pending<Boolean> under = leaving;
        if (under != null) {
            return under;
        }
        if (state != State.OPEN && state != State.ATTACHING) {
            state = State.CLOSED;
            return Pending.of(Boolean.TRUE);
        }
        Pending<Boolean> done = new Pending<>();
        leaving = done;
        boolean open = state == State.OPEN;
        state = State.DETACHING;
        if (open) {
            steps.onClosed();
            steps.detach().whenDone(_ -> closed());
        }
        return done;
    }

    /** No request can be made any more; those under way are ended by whoever found out. */
    void lose(State how) {
        switch (state) {
            case OPEN -> {
                state = how;
                steps.onClosed();
            }
            case ATTACHING -> {
                attempt++;
                state = wanted ? how : State.CLOSED;
            }
            case IOP_LOST -> state = how == State.GONE ? how : state;
            case CLOSED, DETACHING, GONE -> {
                // Nobody wants it back.
            }
        }
    }

    /** It may be back: a device that was in use is taken into use again if that is how it was lost. */
    void comeBack(State lostAs) {
        if (state == lostAs) {
            attach();
        }
    }
}

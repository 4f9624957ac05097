package dev.spine.extension.ardma.server;

import org.jspecify.annotations.Nullable;

/**
 * The routines that clients have installed, and those that the own host offers as procedures. One that several have installed is there
 * once; whoever calls what is no procedure has sent its bytes himself.
 */
final class RoutineStore {
    private static final int ROUTINES = 64 + Procedures.MAX;
    private static final int OF_HOST = 1 << Session.HOST;

    /** What became of a routine that was to be kept. */
    enum Kept {
        /** It is there. */
        DONE,
        /** The store is full. */
        FULL,
        /** Another routine has its hash. */
        HASH_TAKEN,
        /** One that is there has its hash, and has to be compared further: ask again. */
        OPEN
    }

    private final @Nullable KeptRoutine[] routines = new KeptRoutine[ROUTINES];
    private final Forms forms;
    private int numbers;

    /**
     * A store with nothing in it.
     *
     * @param forms of the routines
     */
    RoutineStore(Forms forms) {
        this.forms = forms;
    }

    /** Keeps a routine that was proved for a session; one that is there already is released. */
    Kept keep(KeptRoutine made, Session by) {
        int free = -1;
        for (int i = 0; i < ROUTINES; i++) {
            KeptRoutine other = routines[i];
            if (other == null) {
                free = i;
            } else if (other.hash() == made.hash()) {
                return join(other, made, by);
            }
        }
        if (free < 0) {
            return Kept.FULL;
        }
        routines[free] = made;
        made.number = ++numbers;
        made.users = by.bit();
        by.routines++;
        return Kept.DONE;
    }

    private static Kept join(KeptRoutine other, KeptRoutine made, Session by) {
        KeptRoutine.Comparison comparison = made.compare(other);
        if (comparison != KeptRoutine.Comparison.SAME) {
            return comparison == KeptRoutine.Comparison.OPEN ? Kept.OPEN : Kept.HASH_TAKEN;
        }
        made.release();
        if ((other.users & by.bit()) == 0) {
            other.users |= by.bit();
            by.routines++;
        }
        return Kept.DONE;
    }

    /** {@return what a client may call by a hash: what it has installed, or a procedure} */
    @Nullable KeptRoutine find(long hash, Session by) {
        return find(hash, by.bit() | OF_HOST);
    }

    private @Nullable KeptRoutine find(long hash, int users) {
        for (KeptRoutine routine : routines) {
            if (routine != null && routine.hash() == hash && (routine.users & users) != 0) {
                return routine;
            }
        }
        return null;
    }

    /** The routine of a number of the host's, whoever has sent it. */
    @Nullable KeptRoutine numbered(int number) {
        for (KeptRoutine routine : routines) {
            if (routine != null && routine.number == number) {
                return routine;
            }
        }
        return null;
    }

    /** The host is to be asked again for the forms that it has not given. */
    void wantAgain() {
        for (KeptRoutine routine : routines) {
            if (routine != null && routine.isWanted && routine.form == null) {
                routine.isWanted = false;
                routine.by().forms--;
            }
        }
    }

    boolean forget(long hash, Session by) {
        KeptRoutine routine = find(hash, by.bit());
        if (routine == null) {
            return false;
        }
        drop(routine, by);
        return true;
    }

    void forgetAll(Session by) {
        for (KeptRoutine routine : routines) {
            if (routine != null && (routine.users & by.bit()) != 0) {
                drop(routine, by);
            }
        }
    }

    private void drop(KeptRoutine routine, Session by) {
        routine.users &= ~by.bit();
        by.routines--;
        releaseUnused(routine);
    }

    /** Releases one that nobody has installed any more and that does not run. */
    void releaseUnused(KeptRoutine routine) {
        if (routine.users != 0 || routine.runs != 0) {
            return;
        }
        for (int i = 0; i < ROUTINES; i++) {
            if (routines[i] == routine) {
                routines[i] = null;
                forms.drop(routine);
            }
        }
        routine.release();
    }
}

package dev.spine.iop.executive;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The modules that hosts have loaded into an IOP: opaque bytes, named by kind, organization and number, at most 16 of them in 1 MiB.
 * Belongs to the IOP's agent.
 */
final class DriverStore {
    /** The most modules. */
    static final int MAX_MODULES = 16;
    /** The most bytes of all modules, those that are on their way included. */
    static final int MAX_BYTES = 1 << 20;

    /** What a module is called. */
    record Name(int softwareType, int organizationId, int moduleId) {}

    /**
     * A stored module.
     *
     * @param name what it is called
     * @param permanent whether it outlives a reset
     * @param flags as they came with it
     * @param bytes its contents, never changed
     */
    record Module(Name name, boolean permanent, int flags, MemorySegment bytes) {}

    /** A module on its way in, fragment by fragment. */
    private static final class Arrival {
        final Name name;
        final int flags;
        final int totalFragments;
        final MemorySegment bytes;
        int nextFragment = 1;
        int filled;

        Arrival(Name name, int flags, int totalFragments, int byteCount) {
            this.name = name;
            this.flags = flags;
            this.totalFragments = totalFragments;
            this.bytes = MemorySegment.ofArray(new byte[byteCount]);
        }
    }

    /** What became of a fragment. */
    enum Outcome { TAKEN, STORED, EXISTS, NO_ROOM, OUT_OF_ORDER, WRONG_SIZE }

    private final List<Module> modules = new ArrayList<>();
    private @Nullable Arrival arrival;

    List<Module> modules() {
        return List.copyOf(modules);
    }

    int usedBytes() {
        Arrival coming = arrival;
        return modules.stream().mapToInt(module -> (int) module.bytes().byteSize()).sum()
            + (coming == null ? 0 : (int) coming.bytes.byteSize());
    }

    @Nullable Module find(Name name) {
        return modules.stream().filter(module -> module.name().equals(name)).findFirst().orElse(null);
    }

    /**
     * Begins a module: one at a time, so a module that was left unfinished is forgotten.
     *
     * @param replace whether a module of the same name may give way
     */
    Outcome begin(Name name, int flags, boolean replace, int totalFragments, int byteCount) {
        arrival = null;
        Module known = find(name);
        if (known != null && !replace) {
            return Outcome.EXISTS;
        }
        long freed = known == null ? 0 : known.bytes().byteSize();
        if (byteCount < 1 || byteCount > MAX_BYTES - usedBytes() + freed || (known == null && modules.size() == MAX_MODULES)) {
            return Outcome.NO_ROOM;
        }
        arrival = new Arrival(name, flags, totalFragments, byteCount);
        return Outcome.TAKEN;
    }

    /** Adds the fragment that has come; the last one makes the module whole. */
    Outcome append(Name name, int fragment, boolean permanent, MemorySegment data) {
        Arrival coming = arrival;
        if (coming == null || !coming.name.equals(name) || fragment != coming.nextFragment) {
            return Outcome.OUT_OF_ORDER;
        }
        boolean last = fragment == coming.totalFragments;
        long room = coming.bytes.byteSize() - coming.filled;
        // The buffer of the last fragment may be as large as the others.
        long count = last ? Math.min(room, data.byteSize()) : data.byteSize();
        if (count > room || (last && count < room)) {
            arrival = null;
            return Outcome.WRONG_SIZE;
        }
        MemorySegment.copy(data, 0, coming.bytes, coming.filled, count);
        coming.filled += (int) count;
        coming.nextFragment++;
        if (!last) {
            return Outcome.TAKEN;
        }
        arrival = null;
        remove(name);
        modules.add(new Module(name, permanent, coming.flags, coming.bytes));
        return Outcome.STORED;
    }

    /** Removes a module; false when there is none of that name. */
    boolean remove(Name name) {
        return modules.removeIf(module -> module.name().equals(name));
    }

    /** Forgets what is only in memory: reset. */
    void reset() {
        arrival = null;
        modules.removeIf(module -> !module.permanent());
    }
}

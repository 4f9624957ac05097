package dev.spine.iop.kernel;

import dev.spine.i2o.Tid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who lives at each TID of one IOP: local devices and aliases of remote ones. Belongs to the IOP's agent. */
final class TidTable {
    private static final int FIRST_DEVICE = 0x008;
    private static final int FIRST_ALIAS = 0x800;

    private final @Nullable DeviceSlot[] devices = new DeviceSlot[Tid.MAX + 1];
    private final @Nullable AliasEntry[] aliases = new AliasEntry[Tid.MAX + 1];
    private int nextDevice = FIRST_DEVICE;
    private int nextAlias = FIRST_ALIAS;

    @Nullable DeviceSlot device(int tid) {
        return tid <= Tid.MAX ? devices[tid] : null;
    }

    @Nullable AliasEntry alias(int tid) {
        return tid <= Tid.MAX ? aliases[tid] : null;
    }

    DeviceSlot add(DeviceModule module) {
        for (int tried = FIRST_DEVICE; tried < FIRST_ALIAS; tried++) {
            int tid = nextDevice;
            nextDevice = nextDevice + 1 == FIRST_ALIAS ? FIRST_DEVICE : nextDevice + 1;
            if (devices[tid] == null) {
                return put(tid, module);
            }
        }
        throw new IllegalStateException("all device TIDs of the IOP are in use: configure fewer devices");
    }

    void put(DeviceSlot slot) {
        devices[slot.tid()] = slot;
    }

    void remove(int tid) {
        devices[tid] = null;
    }

    DeviceSlot put(int tid, DeviceModule module) {
        DeviceSlot slot = new DeviceSlot(tid, module);
        devices[tid] = slot;
        return slot;
    }

    /** Reserves a free alias TID, or {@link Tid#NONE} when all are in use. */
    int allocateAlias() {
        for (int tried = 0; tried < Tid.MAX - FIRST_ALIAS; tried++) {
            int tid = nextAlias;
            nextAlias = nextAlias == Tid.MAX ? FIRST_ALIAS : nextAlias + 1;
            if (aliases[tid] == null) {
                return tid;
            }
        }
        return Tid.NONE;
    }

    void putAlias(AliasEntry entry) {
        aliases[entry.alias()] = entry;
    }

    void removeAlias(int tid) {
        aliases[tid] = null;
    }

    List<DeviceSlot> devices() {
        List<DeviceSlot> list = new ArrayList<>();
        for (DeviceSlot slot : devices) {
            if (slot != null) {
                list.add(slot);
            }
        }
        return list;
    }

    List<AliasEntry> aliasEntries() {
        List<AliasEntry> list = new ArrayList<>();
        for (AliasEntry entry : aliases) {
            if (entry != null) {
                list.add(entry);
            }
        }
        return list;
    }
}

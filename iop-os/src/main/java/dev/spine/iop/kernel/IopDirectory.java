package dev.spine.iop.kernel;

import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.unit.MessagingUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an IOP knows of itself: its state, who lives at each of its TIDs (local devices and aliases of remote ones), its adapters. Belongs
 * to the IOP's agent.
 */
public final class IopDirectory {
    private static final int FIRST_DEVICE = 0x008;
    private static final int FIRST_ALIAS = 0x800;

    private final String iopName;
    private final MessagingUnit unit;
    private final PathControl paths = new PathControl();
    private final @Nullable DeviceSlot[] devices = new DeviceSlot[Tid.MAX + 1];
    private final @Nullable AliasEntry[] aliases = new AliasEntry[Tid.MAX + 1];
    private final List<HardwareResourceTable.Entry> adapters = new ArrayList<>();
    private int nextDevice = FIRST_DEVICE;
    private int nextAlias = FIRST_ALIAS;
    private IopState state = IopState.INITIALIZING;
    private int iopId;
    private int hostUnitId;
    private int hostPageBytes;
    private int changeIndicator = 1;

    IopDirectory(String iopName, MessagingUnit unit) {
        this.iopName = iopName;
        this.unit = unit;
    }

    /** {@return the IOP's name in the system file} */
    public String iopName() {
        return iopName;
    }

    /** {@return the messaging unit} */
    public MessagingUnit unit() {
        return unit;
    }

    /** {@return which paths to other IOPs the host has stopped} */
    public PathControl paths() {
        return paths;
    }

    // --- what the host has said

    /** {@return the state of I2O 1.5, section IOP states} */
    public IopState state() {
        return state;
    }

    /**
     * Enters a state. Devices are told by the executive, not by this.
     *
     * @param next the new state
     */
    public void state(IopState next) {
        this.state = next;
    }

    /** {@return the IOP_ID that the host assigned, 0 before} */
    public int iopId() {
        return iopId;
    }

    /** {@return the HostUnitID that the host assigned, 0 before} */
    public int hostUnitId() {
        return hostUnitId;
    }

    /**
     * Records the identity that the system table gives.
     *
     * @param newIopId 12 bits
     * @param newHostUnitId 16 bits
     */
    public void identity(int newIopId, int newHostUnitId) {
        this.iopId = newIopId;
        this.hostUnitId = newHostUnitId;
    }

    /** {@return the bytes of the host's pages, of which page lists in its requests are made; 0 before it has said so} */
    public int hostPageBytes() {
        return hostPageBytes;
    }

    /**
     * Notes what the host has said of its pages.
     *
     * @param bytes of a page; a reader of lists checks whether that can be
     */
    public void hostPageBytes(int bytes) {
        this.hostPageBytes = bytes;
    }

    // --- devices

    /** {@return all devices in order of TID, the executive first} */
    public List<DeviceSlot> devices() {
        return Arrays.stream(devices).filter(Objects::nonNull).toList();
    }

    /**
     * {@return the device at a TID, or null}
     *
     * @param tid 0 to 0xFFF
     */
    public @Nullable DeviceSlot device(int tid) {
        return tid <= Tid.MAX ? devices[tid] : null;
    }

    DeviceSlot add(DeviceModule module) {
        for (int tried = FIRST_DEVICE; tried < FIRST_ALIAS; tried++) {
            int tid = nextDevice;
            nextDevice = nextDevice + 1 == FIRST_ALIAS ? FIRST_DEVICE : nextDevice + 1;
            if (devices[tid] == null) {
                return put(new DeviceSlot(tid, module));
            }
        }
        throw new IllegalStateException("all device TIDs of the IOP are in use: configure fewer devices");
    }

    DeviceSlot put(DeviceSlot slot) {
        devices[slot.tid()] = slot;
        return slot;
    }

    /** A device leaves, and nobody controls its adapters. */
    void remove(int tid) {
        devices[tid] = null;
        adapters.replaceAll(entry -> entry.controllingTid() == tid ? entry.controlledBy(Tid.NONE) : entry);
    }

    /** All that concerns a device that has left is cleared up: the configuration table is another one now. */
    void removed() {
        changeIndicator++;
    }

    /** {@return the configuration table's change indicator, at least 1} */
    public int changeIndicator() {
        return changeIndicator;
    }

    /**
     * A device's entry has changed: raises the change indicator and marks the entry.
     *
     * @param slot the device
     */
    public void changed(DeviceSlot slot) {
        changeIndicator++;
        slot.changeIndicator(changeIndicator);
    }

    /** {@return the adapters that devices control, numbered from 1 in the order in which they were named} */
    public List<HardwareResourceTable.Entry> adapters() {
        return Collections.unmodifiableList(adapters);
    }

    /** A module controls the adapter at an address; one that is known there changes hands. */
    void controls(DeviceSlot slot, long memoryBase) {
        HardwareResourceTable.Entry entry = HardwareResourceTable.Entry.local(adapters.size() + 1, slot.tid(), (int) memoryBase);
        for (int i = 0; i < adapters.size(); i++) {
            HardwareResourceTable.Entry known = adapters.get(i);
            if (known.busInformation().equals(entry.busInformation())) {
                adapters.set(i, known.controlledBy(slot.tid()));
                return;
            }
        }
        adapters.add(entry);
    }

    // --- objects of other IOPs

    /** {@return the external connection table in order of alias} */
    public List<AliasEntry> connections() {
        return Arrays.stream(aliases).filter(Objects::nonNull).toList();
    }

    /**
     * {@return the connection behind an alias TID, or null}
     *
     * @param alias 0 to 0xFFF
     */
    public @Nullable AliasEntry connection(int alias) {
        return alias <= Tid.MAX ? aliases[alias] : null;
    }

    /** {@return a TID for a new alias, or 0xFFF when all are in use; it stays free until {@link ExternalConnections#connect}} */
    public int allocateAlias() {
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
}

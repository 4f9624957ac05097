package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.LogicalConfigurationTable.DeviceFlags;
import dev.spine.i2o.table.LogicalConfigurationTable.Entry;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import java.util.ArrayList;
import java.util.List;

/** Makes the logical configuration table from what the IOP knows of its devices. Belongs to the IOP's agent. */
final class ConfigurationTable {
    private final IopDirectory directory;
    private final Claims claims;
    private int bootDevice;

    ConfigurationTable(IopDirectory directory, Claims claims) {
        this.directory = directory;
        this.claims = claims;
    }

    /** From which device the system starts, 0 for none. */
    int bootDevice() {
        return bootDevice;
    }

    /** Remembers from which device the system starts: until the IOP's next life, and longer. */
    void bootDevice(int tid) {
        bootDevice = tid;
    }

    /** The table as it is now, cut to what drivers have room for. */
    LogicalConfigurationTable table() {
        List<Entry> entries = new ArrayList<>();
        for (DeviceSlot slot : directory.devices()) {
            if (entries.size() < LogicalConfigurationTable.MAX_ENTRIES) {
                entries.add(entry(slot));
            }
        }
        LogicalConfigurationTable table = LogicalConfigurationTable.of(directory.changeIndicator(), entries);
        return new LogicalConfigurationTable(bootDevice, table.iopFlags(), table.changeIndicator(), table.statedWords(), entries);
    }

    /** The size of the whole table. */
    int sizeBytes() {
        return LogicalConfigurationTable.LAYOUT.sizeBytes()
            + Math.min(LogicalConfigurationTable.MAX_ENTRIES, directory.devices().size()) * Entry.BYTES;
    }

    /** The entry of a device. */
    Entry entry(DeviceSlot slot) {
        DeviceDescription device = slot.module().description();
        return new Entry(slot.tid(), slot.changeIndicator(), deviceFlags(slot), ClassId.of(device.classId()), device.subClass(),
            slot.userTid(), slot.module().parentTid(), slot.biosInfo(), tag(device.identityTag()),
            EventRegistry.capabilities(slot));
    }

    private int deviceFlags(DeviceSlot slot) {
        int flags = claims.primaryFlags(slot.tid());
        return ((flags & ClaimFlags.PEER_SERVICE_DISABLED) != 0 ? DeviceFlags.PEER_SERVICE_DISABLED : 0)
            | ((flags & ClaimFlags.MANAGEMENT_SERVICE_DISABLED) != 0 ? DeviceFlags.MANAGEMENT_SERVICE_DISABLED : 0);
    }

    private static Octets tag(long identity) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[i] = (byte) (identity >>> (i * Byte.SIZE));
        }
        return Octets.of(bytes);
    }
}

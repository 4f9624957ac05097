package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.Tid;
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

    ConfigurationTable(IopDirectory directory, Claims claims) {
        this.directory = directory;
        this.claims = claims;
    }

    /** The table as it is now, cut to what drivers have room for. */
    LogicalConfigurationTable table() {
        List<Entry> entries = new ArrayList<>();
        for (DeviceSlot slot : directory.devices()) {
            if (entries.size() < LogicalConfigurationTable.MAX_ENTRIES) {
                entries.add(entry(slot));
            }
        }
        return LogicalConfigurationTable.of(directory.changeIndicator(), entries);
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
            slot.userTid(), Tid.NONE, 0, tag(device.identityTag()), device.eventCapabilities());
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

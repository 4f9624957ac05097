package com.example.disk;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.host.testkit.NodePlan;
import dev.spine.host.testkit.TestNodeBuilder;

/** A card with a disk of 64 KiB, and the driver under test. */
final class DiskPlan implements NodePlan {
    static final int DISK_TID = 0x008;

    @Override
    public TestNodeBuilder plan(TestNodeBuilder node) {
        DiskModule disk = new DiskModule(DiskSettings.of("disk0"), MemoryStore.ofBytes(64 * 1024), ExecutorKind.INLINE);
        return node.simulated("card", disk)
            .offering(SectorDriver.class, made -> new SectorDriver(made.driver(), made.memory(), made.iop(), DISK_TID));
    }
}

package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.environment.EnvironmentDisks;
import dev.spine.host.block.BlockDeviceInfo;
import dev.spine.host.block.BlockDeviceInfo.Access;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.table.LogicalConfigurationTable;
import org.jspecify.annotations.Nullable;

/**
 * A block device on an IOP as extensions of the host share it: attached while one of them uses it. Belongs to the host's agent.
 */
final class HostDisk {
    private static final int NO_ANSWER = 1;

    private final BlockOsm osm;
    /** Raised whenever it cannot be used any more: who has opened it before must do so again. */
    private int losses;
    private int users;
    private @Nullable Pending<BlockDeviceInfo> attaching;
    private @Nullable Pending<Boolean> detaching;

    HostDisk(BlockOsm osm) {
        this.osm = osm;
        osm.addListener(_ -> losses += osm.info().access() == Access.NONE ? 1 : 0);
    }

    boolean isAt(IopDriver iop, int tid) {
        return osm.iop() == iop && osm.tid() == tid;
    }

    BlockOsm osm() {
        return osm;
    }

    /** How one user has it. */
    static final class Opened implements EnvironmentDisks.Disk {
        private final Object user;
        private final IopDriver iop;
        private final int tid;
        /** What the IOP has; null when the disk was known before. */
        private final @Nullable Pending<LogicalConfigurationTable> configuration;
        private @Nullable HostDisk disk;
        private int losses;
        private boolean notified;
        private boolean closed;
        private int reason;
        private BlockDeviceInfo found = NONE;

        private static final BlockDeviceInfo NONE = new BlockDeviceInfo(0, 512, Access.NONE, 0, 0);

        Opened(Object user, IopDriver iop, int tid, @Nullable Pending<LogicalConfigurationTable> configuration) {
            this.user = user;
            this.iop = iop;
            this.tid = tid;
            this.configuration = configuration;
        }

        IopDriver iop() {
            return iop;
        }

        int tid() {
            return tid;
        }

        /** {@return whether it is known by now what the IOP has} */
        boolean isAnswered() {
            return configuration == null || configuration.isDone();
        }

        /** {@return whether the IOP has said that there is a disk} */
        boolean isThere() {
            return configuration == null || configuration.failure() == null && configuration.get().entries().stream()
                .anyMatch(entry -> entry.localTid() == tid && entry.classId().deviceClass() == DeviceClass.RANDOM_BLOCK_STORAGE);
        }

        void use(HostDisk found) {
            disk = found;
            found.users++;
        }

        /** There is no such disk. */
        void refuse() {
            notified = true;
            reason = NO_ANSWER;
        }

        Object user() {
            return user;
        }

        @Nullable HostDisk disk() {
            return disk;
        }

        boolean isNotified() {
            return notified;
        }

        /** Looks whether it is known by now what the disk is: {@return whether it is}. */
        boolean settle() {
            HostDisk used = disk;
            Pending<BlockDeviceInfo> pending = used == null ? null : used.attached();
            if (used == null || pending == null || !pending.isDone()) {
                return false;
            }
            if (pending.failure() == null && used.osm.info().access() != Access.NONE) {
                notified = true;
                found = used.osm.info();
                losses = used.losses;
            } else {
                refuse();
            }
            return true;
        }

        void close() {
            HostDisk used = disk;
            if (!closed && used != null) {
                used.leave();
            }
            closed = true;
        }

        @Override
        public boolean isOpen() {
            HostDisk used = disk;
            return notified && reason == 0 && !closed && used != null && used.losses == losses;
        }

        @Override
        public int reason() {
            return reason;
        }

        @Override
        public long capacityBytes() {
            return found.capacityBytes();
        }

        @Override
        public int blockBytes() {
            return found.blockBytes();
        }
    }

    /** {@return what comes of attaching it, begun if need be; null while it is still being detached from the last use} */
    private @Nullable Pending<BlockDeviceInfo> attached() {
        Pending<Boolean> leaving = detaching;
        if (leaving != null && !leaving.isDone()) {
            return null;
        }
        detaching = null;
        Pending<BlockDeviceInfo> pending = attaching;
        if (pending == null) {
            pending = osm.info().access() == Access.NONE ? osm.attach() : Pending.of(osm.info());
            attaching = pending;
        }
        return pending;
    }

    private void leave() {
        if (--users == 0) {
            attaching = null;
            detaching = osm.detach();
        }
    }
}

package dev.spine.host.block;

import dev.spine.host.block.BlockDeviceInfo.Access;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.IopEventListener;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.Media;
import dev.spine.i2o.message.block.MediaLock;
import dev.spine.i2o.message.block.MediaMount;
import dev.spine.i2o.message.block.MediaUnlock;
import dev.spine.i2o.message.block.PowerManagement;
import dev.spine.i2o.message.block.PowerOperation;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ResultList;

/**
 * Takes a block device into use and out of use again: claim, events, parameters, power, medium.
 *
 * <p>Only the primary user moves the medium and the power; others take the device as they find it. Host agent's thread.
 *
 * <p>Source: the block OSMs of Linux 2.6 (drivers/message/i2o/i2o_block.c) and NetBSD (sys/dev/i2o/ld_iop.c).
 */
final class BlockAttachment {
    private static final int EVENTS = BlockEvent.ALL | EventIndicator.STATE_CHANGE | EventIndicator.DEVICE_RESET
        | EventIndicator.CAPABILITY_CHANGE | EventIndicator.GENERAL_WARNING | EventIndicator.LOCK_RELEASE;

    private final HostDriver driver;
    private final IopDriver iop;
    private final BlockSettings settings;
    private final IopEventListener listener;
    private boolean removable;

    BlockAttachment(HostDriver driver, IopDriver iop, BlockSettings settings, IopEventListener listener) {
        this.driver = driver;
        this.iop = iop;
        this.settings = settings;
        this.listener = listener;
    }

    /** Claims the device, listens for its events, powers it up, and learns what it is. */
    Pending<BlockDeviceInfo> attach(int tid) {
        int flags = settings.user() == ClaimType.PRIMARY ? ClaimFlags.CAPACITY_SENSITIVE : 0;
        return driver.claim(iop, tid, settings.user(), flags)
            .then(_ -> configure(tid).orElse(why -> release(tid).then(_ -> Pending.<BlockDeviceInfo>failed(why))));
    }

    private Pending<BlockDeviceInfo> configure(int tid) {
        return driver.listen(iop, tid, EVENTS, listener)
            .then(_ -> read(tid))
            .then(found -> !isPrimary() ? Pending.of(found)
                : powerUp(tid, found).then(_ -> loadMedium(tid, found)).then(_ -> read(tid)))
            .map(this::describe);
    }

    /** Reads anew what the device is. */
    Pending<BlockDeviceInfo> describe(int tid) {
        return read(tid).map(this::describe);
    }

    private boolean isPrimary() {
        return settings.user() == ClaimType.PRIMARY;
    }

    /** What the device tells of itself. */
    private record Found(ParameterRow device, ParameterRow medium) {
        boolean has(int capability) {
            return (device.number("DeviceCapabilitySupport") & capability) != 0;
        }
    }

    private Pending<Found> read(int tid) {
        return driver.paramsGet(iop, tid, new OperationList().fieldGet(BlockGroups.DEVICE_INFO).fieldGet(BlockGroups.MEDIA_INFO))
            .map(results -> new Found(row(results, 0, BlockGroups.DEVICE_INFO), row(results, 1, BlockGroups.MEDIA_INFO)));
    }

    private ParameterRow row(ResultList results, int index, ParameterGroup group) {
        if (results.blocks().size() <= index || results.blocks().get(index).status() != BlockStatus.SUCCESS) {
            throw new HostException(iop.name() + ": the block device does not tell its group " + group);
        }
        return group.readScalar(results.blocks().get(index).data());
    }

    private Pending<Found> powerUp(int tid, Found found) {
        return PowerOperation.isUp((int) found.device().number("PowerState")) ? Pending.of(found)
            : driver.ask(iop, tid, new PowerManagement(0, 0, 0, PowerOperation.POWER_UP)).map(_ -> found);
    }

    /** Mounts and locks a medium that can be removed; a device that refuses is used all the same, as its drivers do. */
    private Pending<Found> loadMedium(int tid, Found found) {
        removable = found.has(BlockGroups.Capability.REMOVABLE_MEDIA);
        return !removable ? Pending.of(found)
            : attempt(tid, new MediaMount(Media.CURRENT, 0)).then(_ -> attempt(tid, new MediaLock(Media.CURRENT))).map(_ -> found);
    }

    private Pending<Boolean> attempt(int tid, Request message) {
        return driver.ask(iop, tid, message).map(_ -> Boolean.TRUE).orElse(_ -> Pending.of(Boolean.FALSE));
    }

    private BlockDeviceInfo describe(Found found) {
        long blockBytes = firstOf(found.medium().number("BlockSize"), found.device().number("BlockSize"));
        if (blockBytes < 1 || blockBytes > settings.maxTransferBytes()) {
            throw new HostException(iop.name() + ": the block device has blocks of " + blockBytes + " bytes; this OSM uses 1 to "
                + settings.maxTransferBytes());
        }
        long capacity = firstOf(found.medium().number("Capacity"), found.device().number("DeviceCapacity"));
        boolean readOnly = (found.device().number("DeviceState") & BlockGroups.State.READ_ONLY) != 0
            || found.has(BlockGroups.Capability.READ_ONLY);
        int block = (int) blockBytes;
        return new BlockDeviceInfo(capacity < 0 ? 0 : capacity / block * block, block, readOnly ? Access.READ_ONLY : Access.READ_WRITE,
            settings.maxTransferBytes() / block * block, settings.queueDepth());
    }

    private static long firstOf(long notified, long otherwise) {
        return notified != 0 ? notified : otherwise;
    }

    /** Unlocks the medium, listens no more and releases the claim; goes on when the device refuses. */
    Pending<Boolean> detach(int tid) {
        return (removable ? attempt(tid, new MediaUnlock(Media.CURRENT)) : Pending.of(Boolean.TRUE)).then(_ -> release(tid));
    }

    private Pending<Boolean> release(int tid) {
        return driver.ignore(iop, tid, listener).orElse(_ -> Pending.of(Boolean.FALSE))
            .then(_ -> driver.release(iop, tid, settings.user()).map(_ -> Boolean.TRUE).orElse(_ -> Pending.of(Boolean.FALSE)));
    }
}

package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.ReleaseFlags;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Who uses which device of an IOP: one primary user each, and authorized, secondary and management users beside it.
 *
 * <p>Claiming and releasing change the device's entry in the logical configuration table. Belongs to the IOP's agent. Source: I2O 1.5
 * utility messages; SIG utility header.
 */
final class Claims {
    private static final int MAX_USERS_PER_DEVICE = 16;

    /**
     * One user of one device.
     *
     * @param tid the device
     * @param userTid the user
     * @param type a value of {@link ClaimType}
     * @param flags bits of {@link ClaimFlags}
     */
    record Claim(int tid, int userTid, int type, int flags) {}

    private static final int MAX_AUTHORIZED_PER_DEVICE = 16;

    private final IopDirectory directory;
    private final List<Claim> claims = new ArrayList<>();
    /** By device: the alternate TIDs that its primary user permits. */
    private final Map<Integer, List<Integer>> authorized = new HashMap<>();

    Claims(IopDirectory directory) {
        this.directory = directory;
    }

    /** Claims a device; {@link DetailedStatus#SUCCESS} or why not. */
    int claim(DeviceSlot slot, int userTid, int type, int flags) {
        if (type < ClaimType.PRIMARY || type > ClaimType.MANAGEMENT) {
            return DetailedStatus.INVALID_PARAMETER;
        }
        boolean primary = type == ClaimType.PRIMARY;
        if (primary && slot.userTid() != Tid.NONE) {
            return DetailedStatus.DEVICE_LOCKED;
        }
        if (type == ClaimType.AUTHORIZED && slot.userTid() == Tid.NONE) {
            // Authorized users are users by permission of the primary one.
            return DetailedStatus.INAPPROPRIATE_FUNCTION;
        }
        if (type == ClaimType.MANAGEMENT && (primaryFlags(slot.tid()) & ClaimFlags.MANAGEMENT_SERVICE_DISABLED) != 0) {
            return DetailedStatus.DEVICE_LOCKED;
        }
        if (type == ClaimType.AUTHORIZED && (primaryFlags(slot.tid()) & ClaimFlags.PEER_SERVICE_DISABLED) != 0
            && directory.connection(userTid) != null && !isAuthorized(slot.tid(), userTid)) {
            return DetailedStatus.DEVICE_LOCKED;
        }
        Claim claim = new Claim(slot.tid(), userTid, type, flags);
        if (usersOf(slot.tid()).size() >= MAX_USERS_PER_DEVICE) {
            return DetailedStatus.INSUFFICIENT_RESOURCE_SOFT;
        }
        claims.add(claim);
        if (primary) {
            slot.userTid(userTid);
        }
        directory.changed(slot);
        return DetailedStatus.SUCCESS;
    }

    /**
     * Releases a claim; {@link DetailedStatus#SUCCESS} or why not. A conditional release of a primary claim is refused while others use
     * the device by its permission.
     */
    int release(DeviceSlot slot, int userTid, int type, int flags) {
        boolean conditional = (flags & ReleaseFlags.CONDITIONAL) != 0;
        if (conditional && type == ClaimType.PRIMARY
            && usersOf(slot.tid()).stream().anyMatch(claim -> claim.type == ClaimType.AUTHORIZED)) {
            return DetailedStatus.DEVICE_BUSY;
        }
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.tid == slot.tid() && claim.userTid == userTid && claim.type == type) {
                claims.remove(i);
                if (type == ClaimType.PRIMARY) {
                    slot.userTid(Tid.NONE);
                    authorized.remove(slot.tid());
                    claims.removeIf(other -> other.tid == slot.tid() && other.type == ClaimType.AUTHORIZED);
                }
                directory.changed(slot);
                return DetailedStatus.SUCCESS;
            }
        }
        return DetailedStatus.INAPPROPRIATE_FUNCTION;
    }

    /** The users of a device in order of their claims. */
    List<Claim> usersOf(int tid) {
        return claims.stream().filter(claim -> claim.tid == tid).toList();
    }

    /** The devices that a user has claimed. */
    List<Claim> claimedBy(int userTid) {
        return claims.stream().filter(claim -> claim.userTid == userTid).toList();
    }

    /** The flags with which the primary user claimed a device, 0 without one. */
    int primaryFlags(int tid) {
        return claims.stream().filter(claim -> claim.tid == tid && claim.type == ClaimType.PRIMARY).mapToInt(Claim::flags).findFirst()
            .orElse(0);
    }

    /** The flags of all claims by which a user has a device. */
    int flagsOf(int tid, int userTid) {
        int flags = 0;
        for (Claim claim : claims) {
            flags |= claim.tid == tid && claim.userTid == userTid ? claim.flags : 0;
        }
        return flags;
    }

    /** The alternate TIDs by which others may use a device, in the order in which they were added. */
    List<Integer> authorized(int tid) {
        return authorized.getOrDefault(tid, List.of());
    }

    /** Whether the primary user permits a TID to use its device. */
    boolean isAuthorized(int tid, int alternateTid) {
        return authorized(tid).contains(alternateTid);
    }

    /** Permits a TID; false when the list is full. */
    boolean authorize(int tid, int alternateTid) {
        List<Integer> list = authorized.computeIfAbsent(tid, _ -> new ArrayList<>());
        if (list.size() >= MAX_AUTHORIZED_PER_DEVICE) {
            return false;
        }
        if (!list.contains(alternateTid)) {
            list.add(alternateTid);
        }
        return true;
    }

    /** Withdraws permissions. */
    void withdraw(int tid, Predicate<Integer> alternateTid) {
        List<Integer> list = authorized.get(tid);
        if (list != null) {
            list.removeIf(alternateTid);
        }
    }

    /** Ends the claims on a device that leaves, and its own. */
    void forget(DeviceSlot slot) {
        slot.userTid(Tid.NONE);
        claims.removeIf(claim -> claim.tid == slot.tid());
        authorized.remove(slot.tid());
        releaseAllOf(slot.tid());
    }

    /** Ends the claims of a user that is no more. */
    void releaseAllOf(int userTid) {
        for (Claim claim : claimedBy(userTid)) {
            DeviceSlot slot = directory.device(claim.tid);
            if (slot != null) {
                release(slot, userTid, claim.type, 0);
            }
        }
    }

    /** Forgets all claims: reset and clear. */
    void clear() {
        claims.clear();
        authorized.clear();
        for (DeviceSlot slot : directory.devices()) {
            if (slot.userTid() != Tid.NONE) {
                slot.userTid(Tid.NONE);
                directory.changed(slot);
            }
        }
    }
}

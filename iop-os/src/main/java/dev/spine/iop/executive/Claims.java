package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import java.util.ArrayList;
import java.util.List;

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

    private final IopKernel kernel;
    private final List<Claim> claims = new ArrayList<>();

    Claims(IopKernel kernel) {
        this.kernel = kernel;
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
        Claim claim = new Claim(slot.tid(), userTid, type, flags);
        if (usersOf(slot.tid()).size() >= MAX_USERS_PER_DEVICE) {
            return DetailedStatus.INSUFFICIENT_RESOURCE_SOFT;
        }
        claims.add(claim);
        if (primary) {
            slot.userTid(userTid);
        }
        kernel.changed(slot);
        return DetailedStatus.SUCCESS;
    }

    /** Releases a claim; {@link DetailedStatus#SUCCESS} or why not. */
    int release(DeviceSlot slot, int userTid, int type) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.tid == slot.tid() && claim.userTid == userTid && claim.type == type) {
                claims.remove(i);
                if (type == ClaimType.PRIMARY) {
                    slot.userTid(Tid.NONE);
                    claims.removeIf(other -> other.tid == slot.tid() && other.type == ClaimType.AUTHORIZED);
                }
                kernel.changed(slot);
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

    /** Forgets all claims: reset and clear. */
    void clear() {
        claims.clear();
        for (DeviceSlot slot : kernel.devices()) {
            if (slot.userTid() != Tid.NONE) {
                slot.userTid(Tid.NONE);
                kernel.changed(slot);
            }
        }
    }
}

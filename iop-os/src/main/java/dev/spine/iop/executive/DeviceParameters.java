package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import java.util.List;

/** Makes the parameter groups of a device: the generic ones, and those that its module adds. Belongs to the IOP's agent. */
final class DeviceParameters {
    private static final String VENDOR = "Spine";
    private static final String REVISION = "1.5";
    /** As many simple elements as a frame of 512 bytes holds, and the largest element. */
    private static final int MAX_ELEMENTS = 60;
    private static final int MAX_CHAIN_BYTES = 4096;

    private final IopDirectory directory;
    private final Claims claims;

    DeviceParameters(IopDirectory directory, Claims claims) {
        this.directory = directory;
        this.claims = claims;
    }

    /** The groups of a device. */
    ParameterSet of(DeviceSlot slot) {
        DeviceDescription device = slot.module().description();
        ParameterSet set = new ParameterSet();
        set.add(GenericGroups.CLAIMED_DEVICES, new ClaimedDevices(slot.tid()));
        set.add(GenericGroups.USERS, new Users(slot.tid()));
        set.add(new ScalarValues(GenericGroups.DEVICE_IDENTITY)
            .number("ClassID", device.classId())
            .number("OwnerTID", Tid.EXECUTIVE)
            .number("ParentTID", Tid.NONE)
            .text("VendorInfo", VENDOR)
            .text("ProductInfo", device.product())
            .text("Description", directory.iopName() + " " + device.name())
            .text("ProductRevLevel", REVISION)
            .number("SNFormat", GenericGroups.SerialNumberFormat.ASCII)
            .octets("SerialNumber", () -> GenericGroups.serialNumber(Long.toHexString(device.identityTag())).octets()));
        set.add(new ScalarValues(GenericGroups.DDM_IDENTITY)
            .number("DdmTID", slot.tid())
            .text("ModuleName", device.name())
            .text("ModuleRevLevel", REVISION)
            .number("SNFormat", GenericGroups.SerialNumberFormat.UNKNOWN));
        set.add(new ScalarValues(GenericGroups.SGL_OPERATING_LIMITS)
            .number("SglChainSize", MAX_CHAIN_BYTES)
            .number("SglChainSizeMax", MAX_CHAIN_BYTES)
            .number("SglChainSizeTarget", MAX_CHAIN_BYTES)
            .number("SglFragCount", MAX_ELEMENTS)
            .number("SglFragCountMax", MAX_ELEMENTS)
            .number("SglFragCountTarget", MAX_ELEMENTS));
        if (slot.module() instanceof ParameterGroups more) {
            more.addTo(set);
        }
        return set;
    }

    /** One row for each device that this one has claimed. */
    private final class ClaimedDevices implements GroupValues {
        private final int tid;

        ClaimedDevices(int tid) {
            this.tid = tid;
        }

        @Override
        public int rowCount() {
            return claims.claimedBy(tid).size();
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(claims.claimedBy(tid).get(row).tid());
        }
    }

    /** One row for each user of the device. */
    private final class Users implements GroupValues {
        private final int tid;

        Users(int tid) {
            this.tid = tid;
        }

        @Override
        public int rowCount() {
            return claims.usersOf(tid).size();
        }

        @Override
        public FieldValue read(int row, int field) {
            List<Claims.Claim> users = claims.usersOf(tid);
            return FieldValue.number(switch (field) {
                case 0 -> row;
                case 1 -> users.get(row).userTid();
                case 2 -> users.get(row).type();
                default -> 0;
            });
        }
    }
}

package dev.spine.iop.executive;

import dev.spine.i2o.Tid;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ParameterWatch;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the parameter groups of a device: the generic ones, and those that its module adds. Belongs to the IOP's agent. */
final class DeviceParameters {
    private static final String VENDOR = "Spine";
    private static final String REVISION = "1.5";
    /** As many simple elements as a frame of 512 bytes holds, and the largest element. */
    private static final int MAX_ELEMENTS = 60;
    private static final int MAX_CHAIN_BYTES = 4096;

    private final IopDirectory directory;
    private final Claims claims;
    private final Watches watches;
    private final Map<Integer, UserNames> names = new HashMap<>();
    private int requester = Tid.NONE;

    /** Makes the watch over the groups of an object. */
    interface Watches {
        ParameterWatch over(int tid);
    }

    DeviceParameters(IopDirectory directory, Claims claims, Watches watches) {
        this.directory = directory;
        this.claims = claims;
        this.watches = watches;
    }

    /** Says who changes parameters from now on: some may be changed by the primary user only. */
    void askedBy(int initiator) {
        requester = initiator;
    }

    /** The names that users have given an object. */
    UserNames names(int tid) {
        return names.computeIfAbsent(tid, _ -> new UserNames());
    }

    /** The groups of a device. */
    ParameterSet of(DeviceSlot slot) {
        DeviceDescription device = slot.module().description();
        ParameterSet set = new ParameterSet(watches.over(slot.tid()));
        set.add(GenericGroups.PHYSICAL_DEVICE, new Adapters(slot.tid()));
        set.add(GenericGroups.CLAIMED_DEVICES, new ClaimedDevices(slot.tid()));
        set.add(GenericGroups.USERS, new Users(slot.tid()));
        set.add(GenericGroups.AUTHORIZED_USERS, new AuthorizedUsers(slot.tid()));
        set.add(GenericGroups.USER_INFORMATION, names(slot.tid()));
        set.add(new ScalarValues(GenericGroups.DEVICE_IDENTITY)
            .number("ClassID", device.classId())
            .number("OwnerTID", Tid.EXECUTIVE)
            .number("ParentTID", slot.module().parentTid())
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
        if (slot.module() instanceof ExecutiveGroups more) {
            more.addTo(set);
        }
        return set;
    }

    /** One row for each adapter that the device controls. */
    private final class Adapters implements GroupValues {
        private final int tid;

        Adapters(int tid) {
            this.tid = tid;
        }

        private List<HardwareResourceTable.Entry> controlled() {
            return directory.adapters().stream().filter(entry -> entry.controllingTid() == tid).toList();
        }

        @Override
        public int rowCount() {
            return controlled().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(controlled().get(row).adapterId());
        }
    }

    /** One row for each alternate TID that the primary user permits; nobody else changes the list. */
    private final class AuthorizedUsers implements GroupValues {
        private final int tid;

        AuthorizedUsers(int tid) {
            this.tid = tid;
        }

        private boolean isPrimaryUser() {
            DeviceSlot slot = directory.device(tid);
            return slot != null && slot.userTid() != Tid.NONE && slot.userTid() == requester;
        }

        @Override
        public int rowCount() {
            return claims.authorized(tid).size();
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(claims.authorized(tid).get(row));
        }

        @Override
        public int addRow(List<FieldValue> values) {
            return isPrimaryUser() && claims.authorize(tid, (int) values.getFirst().number() & Tid.NONE) ? BlockStatus.SUCCESS
                : BlockStatus.OPERATION_ERROR;
        }

        @Override
        public int deleteRow(int row) {
            if (!isPrimaryUser()) {
                return BlockStatus.OPERATION_ERROR;
            }
            int leaving = claims.authorized(tid).get(row);
            claims.withdraw(tid, alternate -> alternate == leaving);
            return BlockStatus.SUCCESS;
        }

        @Override
        public int clear() {
            if (!isPrimaryUser()) {
                return BlockStatus.OPERATION_ERROR;
            }
            claims.withdraw(tid, _ -> true);
            return BlockStatus.SUCCESS;
        }
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

package dev.spine.iop.executive;

import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.FrameLane;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.IopKernel;

/** The parameter groups of TID 0. Source: I2O 1.5 executive parameter groups; SIG executive header. */
final class ExecutiveParameters {
    private static final int PROCESSOR_I960 = 0;
    private static final int PAGE_BYTES = 4096;

    private ExecutiveParameters() {
    }

    static void addTo(ParameterSet set, Executive executive) {
        IopKernel kernel = executive.kernel();
        MessagingUnit unit = kernel.unit();
        FrameLane outbound = unit.hostLink().outbound();
        ExecutiveSettings settings = executive.settings();
        set.add(new ScalarValues(ExecutiveGroups.IOP_HARDWARE)
            .number("I2oVendorID", settings.organizationId())
            .number("ProductID", settings.productId())
            .number("ProcessorMemory", settings.memoryBytes())
            .number("ProcessorType", PROCESSOR_I960));
        set.add(new ScalarValues(ExecutiveGroups.MESSAGE_INTERFACE)
            .number("InboundFrameSize", unit.frameBytes() / Integer.BYTES)
            .number("InboundSizeTarget", unit.frameBytes() / Integer.BYTES)
            .number("InboundMax", unit::inboundFrames)
            .number("InboundTarget", unit::inboundFrames)
            .number("InboundPoolCount", unit::inboundFrames)
            .number("OutboundFrameSize", () -> outbound.slotBytes() / Integer.BYTES)
            .number("OutboundMax", MessagingUnit.MAX_OUTBOUND_FRAMES)
            .number("OutboundMaxTarget", MessagingUnit.MAX_OUTBOUND_FRAMES)
            .number("OutboundCurrentFree", outbound::freeForSender)
            .number("InitCode", executive::initCode));
        set.add(new ScalarValues(ExecutiveGroups.EXECUTING_ENVIRONMENT)
            .number("MemTotal", settings.memoryBytes())
            .number("PageSize", PAGE_BYTES));
        set.add(new ScalarValues(ExecutiveGroups.LCT_SCALAR)
            .number("CurrentChangeIndicator", kernel::changeIndicator));
        set.add(ExecutiveGroups.LCT_TABLE, new LctRows(executive));
        set.add(ExecutiveGroups.SYSTEM_TABLE, new SystemTableRows(executive));
        set.add(ExecutiveGroups.EXTERNAL_CONNECTIONS, new ConnectionRows(kernel));
    }

    /** The logical configuration table, a row per object. */
    private record LctRows(Executive executive) implements GroupValues {
        @Override
        public int rowCount() {
            return executive.configuration().table().entries().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            LogicalConfigurationTable.Entry entry = executive.configuration().table().entries().get(row);
            return switch (field) {
                case 0, 3 -> FieldValue.number(entry.localTid());
                case 1 -> FieldValue.number(entry.userTid());
                case 2 -> FieldValue.number(entry.parentTid());
                case 4 -> FieldValue.number(entry.changeIndicator());
                case 5 -> FieldValue.number(entry.deviceFlags());
                case 6 -> FieldValue.number(entry.classId().word());
                case 7 -> FieldValue.number(entry.subClassInfo());
                case 8 -> new FieldValue(entry.identityTag());
                case 9 -> FieldValue.number(entry.eventCapabilities());
                default -> FieldValue.ZERO;
            };
        }
    }

    /** The system table, a row per IOP. */
    private record SystemTableRows(Executive executive) implements GroupValues {
        @Override
        public int rowCount() {
            return executive.systemTable().entries().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            SystemTable.Entry entry = executive.systemTable().entries().get(row);
            return FieldValue.number(switch (field) {
                case 0 -> entry.iopId();
                case 1 -> entry.organizationId();
                case 2 -> entry.segmentNumber();
                case 3 -> entry.i2oVersion();
                case 4 -> entry.iopState();
                case 5 -> entry.messengerType();
                case 7, 10 -> entry.inboundPortAddress();
                case 8 -> entry.inboundFrameWords();
                case 9 -> entry.capabilities();
                case 11 -> entry.inboundPortAddress() >>> 32;
                default -> 0;
            });
        }
    }

    /** The external connections, a row per alias. */
    private record ConnectionRows(IopKernel kernel) implements GroupValues {
        @Override
        public int rowCount() {
            return kernel.connections().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            AliasEntry entry = kernel.connections().get(row);
            return FieldValue.number(switch (field) {
                case 0 -> entry.alias();
                case 1 -> entry.remoteTid();
                case 2 -> entry.remoteIopId();
                case 3 -> entry.remoteHostUnitId();
                case 4 -> entry.createdHere() ? 1 : 0;
                default -> 0;
            });
        }
    }
}

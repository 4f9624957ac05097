package dev.spine.iop.executive;

import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.param.ExecutiveCodes;
import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.IopKernel;

/** The parameter groups of TID 0. Source: I2O 1.5 executive parameter groups; SIG executive header. */
final class ExecutiveParameters {
    private static final int PAGE_BYTES = 4096;

    private ExecutiveParameters() {
    }

    static void addTo(ParameterSet set, ExecutiveParts parts, LifeCycle life) {
        IopKernel kernel = parts.kernel();
        MessagingUnit unit = kernel.directory().unit();
        QueuePair outbound = unit.hostLink().outbound();
        ExecutiveSettings settings = parts.settings();
        QueuePair inbound = unit.hostLink().inbound();
        set.add(new ScalarValues(ExecutiveGroups.IOP_HARDWARE)
            .number("I2oVendorID", settings.organizationId())
            .number("ProductID", settings.productId())
            .number("ProcessorMemory", settings.memoryBytes())
            .number("PermMemory", DriverStore.MAX_BYTES)
            .number("ProcessorType", ExecutiveCodes.ProcessorType.OTHER));
        set.add(new ScalarValues(ExecutiveGroups.MESSAGE_INTERFACE)
            .number("InboundFrameSize", unit.frameBytes() / Integer.BYTES)
            .number("InboundSizeTarget", unit.frameBytes() / Integer.BYTES)
            .number("InboundMax", unit::inboundFrames)
            .number("InboundTarget", unit::inboundFrames)
            .number("InboundPoolCount", unit::inboundFrames)
            .number("InboundCurrentFree", () -> inbound.frameCount() - inbound.ownedByTarget())
            .number("InboundCurrentPost", () -> inbound.postList().size())
            .number("StaticCount", kernel.hostPort()::staticFrames)
            .number("StaticInstanceCount", kernel.hostPort()::staticInstances)
            .number("StaticLimit", () -> StaticFrames.limit(kernel))
            .number("StaticInstanceLimit", StaticFrames.MAX_INSTANCES)
            .number("OutboundFrameSize", () -> outbound.slotBytes() / Integer.BYTES)
            .number("OutboundMax", MessagingUnit.MAX_OUTBOUND_FRAMES)
            .number("OutboundMaxTarget", MessagingUnit.MAX_OUTBOUND_FRAMES)
            .number("OutboundCurrentFree", outbound::freeForSender)
            .number("OutboundCurrentPost", () -> outbound.postList().size())
            .number("InitCode", life::initCode));
        set.add(new ScalarValues(ExecutiveGroups.EXECUTING_ENVIRONMENT)
            .number("MemTotal", settings.memoryBytes())
            .number("PageSize", PAGE_BYTES)
            .number("EventQMax", EventRegistry.MAX_WAITING)
            .number("EventQCurrent", parts.events()::waitingReports));
        set.add(ExecutiveGroups.EXECUTING_DDMS, new ModuleRows(kernel.directory(), settings));
        DriverStore store = parts.store();
        set.add(new ScalarValues(ExecutiveGroups.DRIVER_STORE)
            .number("ModuleLimit", DriverStore.MAX_MODULES)
            .number("ModuleCount", () -> store.modules().size())
            .number("CurrentSpace", store::usedBytes)
            .number("FreeSpace", () -> DriverStore.MAX_BYTES - store.usedBytes()));
        set.add(ExecutiveGroups.DRIVER_STORE_TABLE, new StoreRows(store));
        set.add(ExecutiveGroups.BUS_ATTRIBUTES, new BusRows(parts.adapters()));
        set.add(new ScalarValues(ExecutiveGroups.SOFTWARE_ATTRIBUTES)
            .number("I2oVendorID", settings.organizationId())
            .number("ProductID", settings.productId())
            .number("SWCapabilities", ExecutiveCodes.SoftwareCapabilities.IRTOS_I2O_COMPLIANT));
        set.add(ExecutiveGroups.HARDWARE_RESOURCE_TABLE, new AdapterRows(parts.adapters()));
        set.add(new ScalarValues(ExecutiveGroups.LCT_SCALAR)
            .number("BootDevice", parts.configuration()::bootDevice)
            .number("CurrentChangeIndicator", kernel.directory()::changeIndicator));
        set.add(ExecutiveGroups.LCT_TABLE, new LctRows(parts.configuration()));
        set.add(ExecutiveGroups.SYSTEM_TABLE, new SystemTableRows(life));
        set.add(GenericGroups.SENSORS, parts.sensor());
        set.add(ExecutiveGroups.EXTERNAL_CONNECTIONS, new ConnectionRows(kernel.directory()));
    }

    /** The modules that run, a row per device. */
    private record ModuleRows(IopDirectory directory, ExecutiveSettings settings) implements GroupValues {
        @Override
        public int rowCount() {
            return directory.devices().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            DeviceSlot slot = directory.devices().get(row);
            return switch (field) {
                case 0, 4 -> FieldValue.number(slot.tid());
                case 1 -> FieldValue.number(ExecutiveCodes.ModuleType.EMBEDDED);
                case 3 -> FieldValue.number(settings.organizationId());
                case 5 -> FieldValue.text(slot.module().description().name());
                default -> FieldValue.ZERO;
            };
        }
    }

    /** The modules that hosts have stored, a row per module; what their images say of themselves is believed. */
    private record StoreRows(DriverStore store) implements GroupValues {
        private static final int HEADER_BYTES = 72;
        private static final int INFO_OFFSET = 48;
        private static final int INFO_BYTES = 24;

        @Override
        public int rowCount() {
            return store.modules().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            DriverStore.Module module = store.modules().get(row);
            return switch (field) {
                case 0 -> FieldValue.number(row);
                case 1 -> FieldValue.number(ExecutiveCodes.ModuleType.DOWNLOADED);
                case 3 -> FieldValue.number(module.name().organizationId());
                case 4 -> FieldValue.number(module.name().moduleId());
                case 5 -> header(module, INFO_OFFSET, INFO_BYTES);
                case 6 -> header(module, 36, 4);
                case 7 -> header(module, 8, 2);
                case 8 -> header(module, 10, 2);
                case 9 -> header(module, 12, 4);
                case 10 -> FieldValue.number(module.bytes().byteSize());
                case 12 -> FieldValue.number(module.flags());
                default -> FieldValue.ZERO;
            };
        }

        private static FieldValue header(DriverStore.Module module, int offset, int bytes) {
            boolean hasHeader = module.name().softwareType() == SoftwareType.DDM && module.bytes().byteSize() >= HEADER_BYTES;
            return hasHeader ? new FieldValue(Octets.read(module.bytes(), offset, bytes)) : FieldValue.ZERO;
        }
    }

    /** The buses: the system's, and the card's own. */
    private record BusRows(AdapterTable adapters) implements GroupValues {
        private static final int[] TYPES = {HardwareResourceTable.BusType.PCI, HardwareResourceTable.BusType.LOCAL};
        private static final int MAX_ADAPTERS = 255;

        @Override
        public int rowCount() {
            return TYPES.length;
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(switch (field) {
                case 0 -> row;
                case 1 -> TYPES[row];
                case 2 -> MAX_ADAPTERS;
                case 3 -> adapters.entries().stream().filter(entry -> entry.busType() == TYPES[row]).count();
                default -> row == 0 ? ExecutiveCodes.BusAttributes.SYSTEM_BUS : ExecutiveCodes.BusAttributes.PRIVATE;
            });
        }
    }

    /** The hardware resource table, a row per adapter. */
    private record AdapterRows(AdapterTable adapters) implements GroupValues {
        @Override
        public int rowCount() {
            return adapters.entries().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            HardwareResourceTable.Entry entry = adapters.entries().get(row);
            return switch (field) {
                case 0 -> FieldValue.number(entry.adapterId());
                case 1 -> FieldValue.number(entry.controllingTid() | entry.adapterState() << 12);
                case 2 -> FieldValue.number(entry.busNumber());
                case 3 -> FieldValue.number(entry.busType());
                case 4 -> new FieldValue(entry.busInformation());
                default -> FieldValue.ZERO;
            };
        }
    }

    /** The logical configuration table, a row per object. */
    private record LctRows(ConfigurationTable configuration) implements GroupValues {
        @Override
        public int rowCount() {
            return configuration.table().entries().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            LogicalConfigurationTable.Entry entry = configuration.table().entries().get(row);
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
                case 10 -> FieldValue.number(entry.biosInfo());
                default -> FieldValue.ZERO;
            };
        }
    }

    /** The system table, a row per IOP. */
    private record SystemTableRows(LifeCycle life) implements GroupValues {
        @Override
        public int rowCount() {
            return life.systemTable().entries().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            SystemTable.Entry entry = life.systemTable().entries().get(row);
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
    private record ConnectionRows(IopDirectory directory) implements GroupValues {
        @Override
        public int rowCount() {
            return directory.connections().size();
        }

        @Override
        public FieldValue read(int row, int field) {
            AliasEntry entry = directory.connections().get(row);
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

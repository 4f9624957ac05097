package dev.spine.command.boot;

import dev.spine.host.driver.ExternalConnection;
import dev.spine.host.driver.IopReport;
import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.system.output.TextTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;

/** Writes the result of a boot as aligned tables, for people. */
final class BootTables {
    private static final double NS_PER_MS = 1e6;
    private static final CodeNames BUS_TYPES = CodeNames.of(HardwareResourceTable.BusType.class);

    private BootTables() {}

    static String write(BootResult result) {
        StringBuilder text = new StringBuilder();
        int count = result.report().iops().size();
        text.append(String.format(Locale.ROOT, "%s: %d %s in operation after %.1f ms, %s engine%n", result.system(), count,
            count == 1 ? "IOP" : "IOPs", result.report().bootNs() / NS_PER_MS, result.engine()));
        if (result.firstMessageMs() >= 0) {
            text.append("first message ").append(result.firstMessageMs()).append(" ms after the start of the process\n");
        }
        part(text, "system table, change indicator " + result.report().table().changeIndicator(), systemTable(result.report().table()));
        for (IopReport iop : result.report().iops()) {
            text.append("\nIOP ").append(iop.iopId()).append(", ").append(iop.name()).append('\n');
            part(text, "status block", statusBlock(iop.status()));
            part(text, "hardware resource table, change indicator " + iop.hardware().changeIndicator(), hardware(iop.hardware()));
            part(text, "logical configuration table, change indicator " + iop.configuration().changeIndicator(),
                configuration(iop.configuration()));
            part(text, "external connections", connections(result.connectionsOf(iop.name())));
            part(text, "memory of the card", result.memoryOf(iop.name()).table());
        }
        return text.toString();
    }

    private static void part(StringBuilder text, String heading, TextTable table) {
        text.append("\n  ").append(heading).append('\n');
        if (table.rows().size() == 1) {
            text.append("    none\n");
            return;
        }
        table.toString().lines().forEach(line -> text.append("    ").append(line).append('\n'));
    }

    private static TextTable systemTable(SystemTable systemTable) {
        TextTable table = new TextTable("IOP", "organization", "I2O", "state", "frame bytes", "capabilities", "inbound port", "changed");
        for (SystemTable.Entry entry : systemTable.entries()) {
            table.row(number(entry.iopId()), hex(entry.organizationId(), 4), version(entry.i2oVersion()), IopState.name(entry.iopState()),
                number(entry.inboundFrameWords() * Integer.BYTES), hex(entry.capabilities(), 8), hex(entry.inboundPortAddress(), 8),
                number(entry.lastChanged()));
        }
        return table;
    }

    private static TextTable statusBlock(StatusBlock status) {
        TextTable table = new TextTable("field", "value");
        table.row("product", status.productId());
        table.row("organization", hex(status.organizationId(), 4));
        table.row("IOP number", number(status.iopId()));
        table.row("host unit", number(status.hostUnitId()));
        table.row("segment", number(status.segmentNumber()));
        table.row("I2O version", version(status.i2oVersion()));
        table.row("state", IopState.name(status.iopState()));
        table.row("messenger type", number(status.messengerType()));
        table.row("init code", hex(status.initCode(), 2));
        table.row("inbound frame bytes", number(status.inboundFrameWords() * Integer.BYTES));
        table.row("inbound frames", status.currentInboundFrames() + " of at most " + status.maxInboundFrames());
        table.row("outbound frames", "at most " + status.maxOutboundFrames());
        table.row("LCT bytes", number(status.expectedLctBytes()));
        table.row("capabilities", hex(status.capabilities(), 8));
        table.row("private memory", space(status.privateMemory()));
        table.row("private I/O", space(status.privateIo()));
        return table;
    }

    private static TextTable hardware(HardwareResourceTable hardware) {
        TextTable table = new TextTable("adapter", "TID", "state", "bus", "bus type", "place");
        for (HardwareResourceTable.Entry entry : hardware.entries()) {
            table.row(number(entry.adapterId()), tid(entry.controllingTid()), number(entry.adapterState()), number(entry.busNumber()),
                BUS_TYPES.name(entry.busType()), place(entry));
        }
        return table;
    }

    /** An adapter on the card's own bus lies at an address: bytes 4 to 7, little-endian. Other buses say other things. */
    private static String place(HardwareResourceTable.Entry entry) {
        byte[] bytes = entry.busInformation().toArray();
        return entry.busType() == HardwareResourceTable.BusType.LOCAL
            ? "memory at " + hex(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES), 8)
            : entry.busInformation().toString();
    }

    private static TextTable configuration(LogicalConfigurationTable configuration) {
        TextTable table = new TextTable("TID", "class", "version", "organization", "subclass", "user", "parent", "flags", "events",
            "identity", "changed");
        for (LogicalConfigurationTable.Entry entry : configuration.entries()) {
            table.row(tid(entry.localTid()), DeviceClass.name(entry.classId().deviceClass()), version(entry.classId().version()),
                hex(entry.classId().organizationId(), 4), hex(entry.subClassInfo(), 3), tid(entry.userTid()), tid(entry.parentTid()),
                hex(entry.deviceFlags(), 2), hex(entry.eventCapabilities(), 8), entry.identityTag().toString(),
                number(entry.changeIndicator()));
        }
        return table;
    }

    private static TextTable connections(List<ExternalConnection> connections) {
        TextTable table = new TextTable("alias TID", "of TID", "on IOP", "host unit", "asked for by");
        for (ExternalConnection connection : connections) {
            table.row(tid(connection.aliasTid()), tid(connection.remoteTid()), number(connection.remoteIopId()),
                number(connection.remoteUnitId()), connection.createdHere() ? "this IOP" : "the other IOP");
        }
        return table;
    }

    private static String space(StatusBlock.PrivateSpace space) {
        return space.currentBytes() == 0 && space.desiredBytes() == 0 ? "none"
            : space.currentBytes() + " of " + space.desiredBytes() + " bytes at " + hex(space.base(), 8);
    }

    private static String version(int code) {
        return code == 1 ? "1.5" : "code " + code;
    }

    private static String tid(int tid) {
        return tid == Tid.NONE ? "-" : hex(tid, 3);
    }

    private static String number(int value) {
        return Integer.toUnsignedString(value);
    }

    private static String hex(int value, int digits) {
        return hex(Integer.toUnsignedLong(value), digits);
    }

    private static String hex(long value, int digits) {
        return String.format(Locale.ROOT, "0x%0" + digits + "X", value);
    }
}

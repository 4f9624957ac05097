package dev.spine.command.boot;

import com.google.common.collect.ImmutableMap;
import dev.spine.host.driver.IopReport;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.system.output.JsonText;
import java.util.Map;

/** Writes the result of a boot as JSON: the fields of the tables under their I2O names in camel case, all numbers decimal. */
final class BootJson {
    private BootJson() {}

    static String write(BootResult result) {
        ImmutableMap.Builder<String, Object> members = ImmutableMap.builder();
        members.put("system", result.system()).put("engine", result.engine()).put("bootNs", result.report().bootNs());
        if (result.firstMessageMs() >= 0) {
            members.put("firstMessageMs", result.firstMessageMs());
        }
        SystemTable table = result.report().table();
        members.put("systemTable", ImmutableMap.of("changeIndicator", table.changeIndicator(),
            "entries", table.entries().stream().map(BootJson::entry).toList()));
        members.put("iops", result.report().iops().stream().map(iop -> iop(iop, result)).toList());
        return JsonText.document(members.build());
    }

    private static Map<String, Object> iop(IopReport iop, BootResult result) {
        return ImmutableMap.of("name", iop.name(), "iopId", iop.iopId(), "statusBlock", status(iop.status()),
            "hardwareResourceTable", hardware(iop.hardware()), "logicalConfigurationTable", configuration(iop.configuration()),
            "connections", result.connectionsOf(iop.name()), "memory", result.memoryOf(iop.name()).json());
    }

    private static Map<String, Object> entry(SystemTable.Entry entry) {
        return ImmutableMap.of(
            "organizationId", entry.organizationId(),
            "iopId", entry.iopId(),
            "segmentNumber", entry.segmentNumber(),
            "i2oVersion", entry.i2oVersion(),
            "iopState", IopState.name(entry.iopState()),
            "messengerType", entry.messengerType(),
            "inboundFrameBytes", entry.inboundFrameWords() * Integer.BYTES,
            "lastChanged", entry.lastChanged(),
            "capabilities", Integer.toUnsignedLong(entry.capabilities()),
            "inboundPortAddress", entry.inboundPortAddress());
    }

    private static Map<String, Object> status(StatusBlock status) {
        return ImmutableMap.<String, Object>builder()
            .put("productId", status.productId())
            .put("organizationId", status.organizationId())
            .put("iopId", status.iopId())
            .put("hostUnitId", status.hostUnitId())
            .put("segmentNumber", status.segmentNumber())
            .put("i2oVersion", status.i2oVersion())
            .put("iopState", IopState.name(status.iopState()))
            .put("messengerType", status.messengerType())
            .put("initCode", status.initCode())
            .put("inboundFrameBytes", status.inboundFrameWords() * Integer.BYTES)
            .put("maxInboundFrames", status.maxInboundFrames())
            .put("currentInboundFrames", status.currentInboundFrames())
            .put("maxOutboundFrames", status.maxOutboundFrames())
            .put("expectedLctBytes", status.expectedLctBytes())
            .put("capabilities", Integer.toUnsignedLong(status.capabilities()))
            .put("privateMemory", space(status.privateMemory()))
            .put("privateIo", space(status.privateIo()))
            .build();
    }

    private static Map<String, Object> space(StatusBlock.PrivateSpace space) {
        return ImmutableMap.of("desiredBytes", Integer.toUnsignedLong(space.desiredBytes()),
            "currentBytes", Integer.toUnsignedLong(space.currentBytes()), "base", Integer.toUnsignedLong(space.base()));
    }

    private static Map<String, Object> hardware(HardwareResourceTable hardware) {
        return ImmutableMap.of("changeIndicator", hardware.changeIndicator(), "entries", hardware.entries());
    }

    private static Map<String, Object> configuration(LogicalConfigurationTable configuration) {
        return ImmutableMap.of("changeIndicator", configuration.changeIndicator(), "bootDeviceTid", configuration.bootDeviceTid(),
            "iopFlags", configuration.iopFlags(), "entries", configuration.entries().stream().map(BootJson::device).toList());
    }

    private static Map<String, Object> device(LogicalConfigurationTable.Entry entry) {
        return ImmutableMap.of(
            "localTid", entry.localTid(),
            "class", DeviceClass.name(entry.classId().deviceClass()),
            "classId", Integer.toUnsignedLong(entry.classId().word()),
            "subClassInfo", Integer.toUnsignedLong(entry.subClassInfo()),
            "userTid", entry.userTid(),
            "parentTid", entry.parentTid(),
            "deviceFlags", Integer.toUnsignedLong(entry.deviceFlags()),
            "identityTag", entry.identityTag().toString(),
            "eventCapabilities", Integer.toUnsignedLong(entry.eventCapabilities()),
            "changeIndicator", entry.changeIndicator());
    }
}

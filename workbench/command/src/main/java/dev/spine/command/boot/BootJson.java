package dev.spine.command.boot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.host.driver.ExternalConnection;
import dev.spine.host.driver.IopReport;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes the result of a boot as JSON: the fields of the tables under their I2O names in camel case, all numbers decimal. */
final class BootJson {
    private final JsonGenerator json;

    private BootJson(JsonGenerator json) {
        this.json = json;
    }

    static String write(BootResult result) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            new BootJson(json).writeResult(result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private void writeResult(BootResult result) throws IOException {
        json.writeStartObject();
        json.writeStringField("system", result.system());
        json.writeStringField("engine", result.engine());
        json.writeNumberField("bootNs", result.report().bootNs());
        if (result.firstMessageMs() >= 0) {
            json.writeNumberField("firstMessageMs", result.firstMessageMs());
        }
        json.writeObjectFieldStart("systemTable");
        json.writeNumberField("changeIndicator", result.report().table().changeIndicator());
        json.writeArrayFieldStart("entries");
        for (SystemTable.Entry entry : result.report().table().entries()) {
            write(entry);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("iops");
        for (IopReport iop : result.report().iops()) {
            json.writeStartObject();
            json.writeStringField("name", iop.name());
            json.writeNumberField("iopId", iop.iopId());
            write(iop.status());
            write(iop.hardware());
            write(iop.configuration());
            json.writeArrayFieldStart("connections");
            for (ExternalConnection connection : result.connectionsOf(iop.name())) {
                write(connection);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(SystemTable.Entry entry) throws IOException {
        json.writeStartObject();
        json.writeNumberField("organizationId", entry.organizationId());
        json.writeNumberField("iopId", entry.iopId());
        json.writeNumberField("segmentNumber", entry.segmentNumber());
        json.writeNumberField("i2oVersion", entry.i2oVersion());
        json.writeStringField("iopState", IopState.name(entry.iopState()));
        json.writeNumberField("messengerType", entry.messengerType());
        json.writeNumberField("inboundFrameBytes", entry.inboundFrameWords() * Integer.BYTES);
        json.writeNumberField("lastChanged", entry.lastChanged());
        json.writeNumberField("capabilities", Integer.toUnsignedLong(entry.capabilities()));
        json.writeNumberField("inboundPortAddress", entry.inboundPortAddress());
        json.writeEndObject();
    }

    private void write(StatusBlock status) throws IOException {
        json.writeObjectFieldStart("statusBlock");
        json.writeStringField("productId", status.productId());
        json.writeNumberField("organizationId", status.organizationId());
        json.writeNumberField("iopId", status.iopId());
        json.writeNumberField("hostUnitId", status.hostUnitId());
        json.writeNumberField("segmentNumber", status.segmentNumber());
        json.writeNumberField("i2oVersion", status.i2oVersion());
        json.writeStringField("iopState", IopState.name(status.iopState()));
        json.writeNumberField("messengerType", status.messengerType());
        json.writeNumberField("initCode", status.initCode());
        json.writeNumberField("inboundFrameBytes", status.inboundFrameWords() * Integer.BYTES);
        json.writeNumberField("maxInboundFrames", status.maxInboundFrames());
        json.writeNumberField("currentInboundFrames", status.currentInboundFrames());
        json.writeNumberField("maxOutboundFrames", status.maxOutboundFrames());
        json.writeNumberField("expectedLctBytes", status.expectedLctBytes());
        json.writeNumberField("capabilities", Integer.toUnsignedLong(status.capabilities()));
        write("privateMemory", status.privateMemory());
        write("privateIo", status.privateIo());
        json.writeEndObject();
    }

    private void write(String name, StatusBlock.PrivateSpace space) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("desiredBytes", Integer.toUnsignedLong(space.desiredBytes()));
        json.writeNumberField("currentBytes", Integer.toUnsignedLong(space.currentBytes()));
        json.writeNumberField("base", Integer.toUnsignedLong(space.base()));
        json.writeEndObject();
    }

    private void write(HardwareResourceTable hardware) throws IOException {
        json.writeObjectFieldStart("hardwareResourceTable");
        json.writeNumberField("changeIndicator", hardware.changeIndicator());
        json.writeArrayFieldStart("entries");
        for (HardwareResourceTable.Entry entry : hardware.entries()) {
            json.writeStartObject();
            json.writeNumberField("adapterId", entry.adapterId());
            json.writeNumberField("controllingTid", entry.controllingTid());
            json.writeNumberField("adapterState", entry.adapterState());
            json.writeNumberField("busNumber", entry.busNumber());
            json.writeNumberField("busType", entry.busType());
            json.writeStringField("busInformation", entry.busInformation().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(LogicalConfigurationTable configuration) throws IOException {
        json.writeObjectFieldStart("logicalConfigurationTable");
        json.writeNumberField("changeIndicator", configuration.changeIndicator());
        json.writeNumberField("bootDeviceTid", configuration.bootDeviceTid());
        json.writeNumberField("iopFlags", configuration.iopFlags());
        json.writeArrayFieldStart("entries");
        for (LogicalConfigurationTable.Entry entry : configuration.entries()) {
            json.writeStartObject();
            json.writeNumberField("localTid", entry.localTid());
            json.writeStringField("class", DeviceClass.name(entry.classId().deviceClass()));
            json.writeNumberField("classId", Integer.toUnsignedLong(entry.classId().word()));
            json.writeNumberField("subClassInfo", Integer.toUnsignedLong(entry.subClassInfo()));
            json.writeNumberField("userTid", entry.userTid());
            json.writeNumberField("parentTid", entry.parentTid());
            json.writeNumberField("deviceFlags", Integer.toUnsignedLong(entry.deviceFlags()));
            json.writeStringField("identityTag", entry.identityTag().toString());
            json.writeNumberField("eventCapabilities", Integer.toUnsignedLong(entry.eventCapabilities()));
            json.writeNumberField("changeIndicator", entry.changeIndicator());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(ExternalConnection connection) throws IOException {
        json.writeStartObject();
        json.writeNumberField("aliasTid", connection.aliasTid());
        json.writeNumberField("remoteTid", connection.remoteTid());
        json.writeNumberField("remoteIopId", connection.remoteIopId());
        json.writeNumberField("remoteUnitId", connection.remoteUnitId());
        json.writeBooleanField("createdHere", connection.createdHere());
        json.writeEndObject();
    }
}

package dev.spine.perf.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.router.host.RouterCounters;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a router at one time.
 *
 * @param seconds since it began
 * @param ports in order
 * @param routes in the cards' tables, with those of wires, addresses and neighbours
 * @param tableBytes of each card's table that are in use
 * @param kernel what came from the kernel, by names in words; empty without one
 * @param host what the host's processor moved for it
 * @param services beside the routers, each on each of its cards
 */
record RouterReading(double seconds, List<Port> ports, int routes, int tableBytes, Map<String, Long> kernel, Host host,
    List<ServiceReading> services) {
    private static final int FLOWS_AT_THE_END = 100;
    private static final int FLOWS_ASKED_FOR = 1_000;

    /** Keeps its own collections. */
    RouterReading {
        ports = List.copyOf(ports);
        kernel = Map.copyOf(kernel);
        services = List.copyOf(services);
    }

    /**
     * A port.
     *
     * @param name of its card
     * @param label what its wire is
     * @param hostInterface name of its interface on the host, empty for none
     * @param link of its wire
     * @param stops how often its router has stopped while its card went on
     * @param counters null while its router does not answer
     */
    record Port(String name, String label, String hostInterface, Link link, long stops, @Nullable RouterCounters counters) {}

    /**
     * A wire as its card's port sees it.
     *
     * @param state up, down, or gone when what it ends in was deleted
     * @param lostIn frames from the wire that did not reach the card, by reason; none where there were none
     * @param lostOut frames of the card that did not reach the wire
     */
    record Link(String state, Map<String, Long> lostIn, Map<String, Long> lostOut) {
        /** Keeps its own collections. */
        Link {
            lostIn = Map.copyOf(lostIn);
            lostOut = Map.copyOf(lostOut);
        }

        /** {@return a wire as it is now; roughly, while it runs} */
        static Link of(Wire wire) {
            WirePort port = wire.ports().getFirst();
            return new Link(wire.isGone() ? "gone" : port.link() == LinkState.UP ? "up" : "down", lost(port.received()),
                lost(port.sent()));
        }

        private static Map<String, Long> lost(WireCounters counters) {
            Map<String, Long> lost = new TreeMap<>();
            for (WireCounters.Counter counter : WireCounters.Counter.values()) {
                if (counter.isDrop() && counters.get(counter) > 0) {
                    lost.put(counter.label(), counters.get(counter));
                }
            }
            return lost;
        }
    }

    /**
     * What the host had to do.
     *
     * @param busBytes bytes that it moved over the bus, or that others moved to and from its memory
     */
    record Host(long busBytes) {}

    /** {@return an object with the flows of each accounting, those with the most bytes first, for programs} */
    String flowsJson() {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeNumberField("seconds", seconds);
            json.writeArrayFieldStart("services");
            for (ServiceReading service : services) {
                AccountingReading accounting = service.accounting();
                if (accounting != null) {
                    json.writeStartObject();
                    json.writeStringField("name", service.name());
                    json.writeStringField("port", service.port());
                    accounting.write(json, FLOWS_ASKED_FOR);
                    json.writeEndObject();
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    /** {@return an object with all figures, for programs} */
    String json() {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeNumberField("seconds", seconds);
            json.writeNumberField("routes", routes);
            json.writeNumberField("tableBytes", tableBytes);
            json.writeNumberField("hostBusBytes", host.busBytes());
            numbers(json, "kernel", kernel);
            json.writeArrayFieldStart("ports");
            for (Port port : ports) {
                json.writeStartObject();
                json.writeStringField("name", port.name());
                json.writeStringField("wire", port.label());
                json.writeStringField("hostInterface", port.hostInterface());
                RouterCounters counters = port.counters();
                json.writeBooleanField("running", counters != null);
                json.writeNumberField("stops", port.stops());
                json.writeStringField("link", port.link().state());
                numbers(json, "lostIn", port.link().lostIn());
                numbers(json, "lostOut", port.link().lostOut());
                if (counters != null) {
                    numbers(json, "counters", counters.all());
                    numbers(json, "drops", counters.drops());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("services");
            for (ServiceReading service : services) {
                json.writeStartObject();
                json.writeStringField("name", service.name());
                json.writeStringField("kind", service.kind());
                json.writeStringField("port", service.port());
                json.writeBooleanField("running", service.counters() != null);
                json.writeNumberField("stops", service.stops());
                for (Map.Entry<CounterUnit, Map<String, Long>> unit : service.byUnit().entrySet()) {
                    numbers(json, unit.getKey().word(), unit.getValue());
                }
                AccountingReading accounting = service.accounting();
                if (accounting != null) {
                    json.writeObjectFieldStart("accounting");
                    accounting.write(json, FLOWS_AT_THE_END);
                    json.writeEndObject();
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    private static void numbers(JsonGenerator json, String name, Map<String, Long> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> each : new TreeMap<>(values).entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }
}

package dev.spine.device.os.netlink;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.os.netlink.NetlinkCounters.Counter;
import dev.spine.fuzz.Fuzz;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever bytes come from the kernel: events that hold together, or counts; nothing is thrown. */
class NetlinkFuzzTest {
    private final Fuzz fuzz = Fuzz.over(NetlinkFuzzTest.class, "messages").generating(MessageBytes::any);

    private static Object parse(byte[] input) {
        NetlinkCounters counters = new NetlinkCounters();
        List<KernelEvent> events = new ArrayList<>();
        StringJoiner outcome = new StringJoiner(" ");
        new MessageParser(counters).parse(ByteBuffer.wrap(input), input.length, new MessageParser.Handler() {
            @Override
            public void on(KernelEvent event) {
                events.add(event);
                outcome.add(event.kind().name()).add(event.change().name());
            }

            @Override
            public void answered(int sequence, int error) {
                outcome.add("answered");
            }

            @Override
            public void interrupted() {
                outcome.add("interrupted");
            }

            @Override
            public void lost() {
                outcome.add("lost");
            }
        });
        events.forEach(NetlinkFuzzTest::check);
        List<FilterChain> chains = new ArrayList<>();
        FilterChain.parse(ByteBuffer.wrap(input).order(ByteOrder.nativeOrder()), input.length, chains);
        chains.forEach(chain -> outcome.add(chain.text().substring(0, 9)));
        assertTrue(counters.get(Counter.EVENTS) == events.size());
        return outcome.add(counters.get(Counter.MALFORMED) + "/" + counters.get(Counter.IGNORED)).toString();
    }

    private static void check(KernelEvent event) {
        switch (event) {
            case KernelEvent.Link link -> assertTrue(link.mac().orElse(0) >>> 48 == 0);
            case KernelEvent.InterfaceAddress address -> assertTrue(address.bits() <= address.address().width());
            case KernelEvent.Neighbour neighbour -> assertTrue(neighbour.mac().orElse(0) >>> 48 == 0 && neighbour.address() != null);
            case KernelEvent.NextHop hop -> {
                assertTrue(hop.id() != 0);
                assertTrue(hop.group().stream().allMatch(member -> member.weight() >= 1));
            }
            case KernelEvent.Route route -> {
                assertTrue(route.bits() <= route.destination().width() && route.priority() >= 0);
                assertTrue(route.hops().stream().allMatch(hop -> hop.weight() >= 1) && route.metrics().mtu() >= 0);
            }
            case KernelEvent.Setting setting -> assertTrue(setting.link() != 0);
            case KernelEvent.Rule rule -> assertTrue(rule.from().bits() <= rule.from().address().width()
                && rule.to().bits() <= rule.to().address().width());
        }
    }

    @Test
    void anyMessagesAreUnderstoodOrCounted() {
        fuzz.briefly(NetlinkFuzzTest::parse);
    }

    @Test
    @Tag("full")
    void anyMessagesAreUnderstoodOrCountedAtLength() {
        fuzz.atLength(NetlinkFuzzTest::parse);
    }
}

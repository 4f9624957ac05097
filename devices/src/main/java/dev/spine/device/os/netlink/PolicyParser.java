package dev.spine.device.os.netlink;

import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Rule;
import dev.spine.device.os.netlink.MessageParser.Outcome;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;

/**
 * The part of a {@link MessageParser} that knows what decides beside routes: rules, and settings of interfaces.
 *
 * <p>Source: Linux include/uapi/linux/fib_rules.h, netconf.h, net/core/fib_rules.c.
 */
final class PolicyParser {
    private static final int AF_INET = 2;
    private static final int SETTING_HEADER = 4;
    private static final int NETCONFA_IFINDEX = 1;
    private static final int NETCONFA_FORWARDING = 2;
    private static final int NETCONFA_RP_FILTER = 3;
    private static final int NETCONFA_FORCE_FORWARDING = 9;
    private static final int NOT_NOTIFIED = -1;

    private static final int RULE_HEADER = 12;
    private static final int ACTION_TABLE = 1;
    private static final int RULE_INVERTS = 2;
    private static final int FRA_DST = 1;
    private static final int FRA_SRC = 2;
    private static final int FRA_IIFNAME = 3;
    private static final int FRA_PRIORITY = 6;
    private static final int FRA_FWMARK = 10;
    private static final int FRA_FLOW = 11;
    private static final int FRA_SUPPRESS_IFGROUP = 13;
    private static final int FRA_SUPPRESS_PREFIXLEN = 14;
    private static final int FRA_TABLE = 15;
    private static final int FRA_FWMASK = 16;
    private static final int FRA_OIFNAME = 17;
    private static final int FRA_PAD = 18;
    private static final int FRA_L3MDEV = 19;
    private static final int FRA_PROTOCOL = 21;
    private static final String LOOPBACK = "lo";

    private PolicyParser() {}

    static Object setting(Change change, ByteBuffer data, int body, int end) {
        if (end - body < SETTING_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        if (!RouteParser.isIp(family)) {
            return Outcome.IGNORED;
        }
        int link = 0;
        int forwarding = NOT_NOTIFIED;
        int reversePath = NOT_NOTIFIED;
        int forced = NOT_NOTIFIED;
        Attributes attributes = new Attributes(data).over(body + SETTING_HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case NETCONFA_IFINDEX -> link = attributes.number(0);
                case NETCONFA_FORWARDING -> forwarding = attributes.number(NOT_NOTIFIED);
                case NETCONFA_RP_FILTER -> reversePath = attributes.number(NOT_NOTIFIED);
                case NETCONFA_FORCE_FORWARDING -> forced = attributes.number(NOT_NOTIFIED);
                default -> { }
            }
        }
        return attributes.malformed() || link == 0 ? Outcome.MALFORMED
            : new KernelEvent.Setting(change, family == AF_INET ? 4 : 6, link, forwarding, reversePath, forced);
    }

    static Object rule(Change change, ByteBuffer data, int body, int end) {
        if (end - body < RULE_HEADER) {
            return Outcome.MALFORMED;
        }
        int family = data.get(body);
        if (!RouteParser.isIp(family)) {
            return Outcome.IGNORED;
        }
        int version = family == AF_INET ? 4 : 6;
        boolean inverted = (data.getInt(body + 8) & RULE_INVERTS) != 0;
        RuleFields fields = new RuleFields(Byte.toUnsignedInt(data.get(body + 4)), data.get(body + 3) != 0);
        Address from = Rule.Range.all(version).address();
        Address to = from;
        Attributes attributes = new Attributes(data).over(body + RULE_HEADER, end);
        boolean wrong = false;
        while (attributes.next()) {
            switch (attributes.type()) {
                case FRA_DST -> {
                    Address found = RouteParser.address(family, data, attributes);
                    wrong |= found == null;
                    to = found == null ? to : found;
                }
                case FRA_SRC -> {
                    Address found = RouteParser.address(family, data, attributes);
                    wrong |= found == null;
                    from = found == null ? from : found;
                }
                default -> fields.take(data, attributes);
            }
        }
        Rule.Range sources = new Rule.Range(from, Byte.toUnsignedInt(data.get(body + 2)));
        Rule.Range destinations = new Rule.Range(to, Byte.toUnsignedInt(data.get(body + 1)));
        if (wrong || attributes.malformed() || sources.bits() > from.width() || destinations.bits() > to.width()) {
            return Outcome.MALFORMED;
        }
        int table = data.get(body + 7) == ACTION_TABLE && !fields.suppresses ? fields.table : 0;
        if (inverted) {
            // Whatever is not as it says.
            return new Rule(change, version, fields.priority, table, Rule.Range.all(version), Rule.Range.all(version), "",
                Rule.Concerns.SOME);
        }
        return new Rule(change, version, fields.priority, table, sources, destinations, fields.incoming, fields.concerns());
    }

    /** What attributes say of a rule beside its prefixes. */
    private static final class RuleFields {
        private int table;
        private boolean some;
        private boolean own;
        private boolean marked;
        private int mark;
        private int mask = -1;
        private boolean suppresses;
        private long priority;
        private String incoming = "";

        RuleFields(int table, boolean some) {
            this.table = table;
            this.some = some;
        }

        void take(ByteBuffer data, Attributes attribute) {
            switch (attribute.type()) {
                case FRA_TABLE -> table = attribute.number(table);
                case FRA_PRIORITY -> priority = Integer.toUnsignedLong(attribute.number(0));
                case FRA_IIFNAME -> incoming = MessageParser.text(data, attribute);
                case FRA_OIFNAME -> own = true;
                case FRA_FWMARK -> mark = attribute.number(0);
                case FRA_FWMASK -> mask = attribute.number(-1);
                // The kernel writes -1 where nothing is suppressed.
                case FRA_SUPPRESS_PREFIXLEN, FRA_SUPPRESS_IFGROUP -> suppresses |= attribute.number(-1) != -1;
                case FRA_L3MDEV -> some |= attribute.length() > 0 && data.get(attribute.from()) != 0;
                case FRA_FLOW, FRA_PAD, FRA_PROTOCOL -> { }
                // Ports, protocols, users, tunnels, and what later kernels have.
                default -> some = true;
            }
            marked = (mark & mask) != 0;
        }

        Rule.Concerns concerns() {
            if (own || incoming.equals(LOOPBACK)) {
                return Rule.Concerns.OWN;
            }
            return marked ? Rule.Concerns.MARKED : some ? Rule.Concerns.SOME : Rule.Concerns.ALL;
        }
    }
}

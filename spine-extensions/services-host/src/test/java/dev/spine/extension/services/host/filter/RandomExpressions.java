package dev.spine.extension.services.host.filter;

import java.util.Random;

/**
 * Expressions from a seed. What libpcap leaves open (how % and ^ bind, what its optimiser thinks of loads that nobody needs) is avoided.
 */
final class RandomExpressions {
    private static final String[] COMPARISONS = {"=", "==", "!=", "<", ">", "<=", ">="};
    private static final String[] OPERATORS = {"+", "-", "*", "&", "|", "<<", ">>", "/", "%", "^"};
    private final Random random;

    RandomExpressions(long seed) {
        random = new Random(seed);
    }

    private String one(String... of) {
        return of[random.nextInt(of.length)];
    }

    String next() {
        return expression(1 + random.nextInt(4));
    }

    private String expression(int depth) {
        if (depth == 0) {
            return primitive();
        }
        return switch (random.nextInt(7)) {
            case 0 -> "not (" + expression(depth - 1) + ")";
            case 1 -> "! " + primitive();
            case 2, 3 -> "(" + expression(depth - 1) + ") " + one("and", "&&") + " (" + expression(depth - 1) + ")";
            case 4 -> expression(depth - 1) + " " + one("and", "or") + " " + primitive();
            default -> "(" + expression(depth - 1) + ") " + one("or", "||") + " " + expression(depth - 1);
        };
    }

    private String primitive() {
        String direction = one("", "", "src ", "dst ", "src or dst ", "src and dst ");
        return switch (random.nextInt(16)) {
            case 0 -> one("ip", "ip6", "arp", "rarp", "tcp", "udp", "sctp", "icmp", "icmp6", "igmp", "pim", "vrrp", "ah", "esp");
            case 1 -> one("", "ip ", "arp ", "rarp ") + (direction.isEmpty() ? "host " : direction) + host();
            case 2 -> one("", "ip6 ") + (direction.isEmpty() ? "host " : direction) + host6();
            case 3 -> one("", "ip ", "arp ") + direction + "net " + one("10.0.0.0/8", "10.0.0.0/30", "10", "10.1", "192.168.1",
                "224.0.0.0/4",
                "10.0.0.0 mask 255.255.0.0", "0.0.0.0/0");
            case 4 -> direction + "net " + one("2001:db8::/32", "2001:db8::/47", "fe80::/10", "ff02::/16", "2001:db8:1::/64", "ff00::/8");
            case 5, 6 -> one("", "tcp ", "udp ", "sctp ") + direction + "port " + port();
            case 7 -> one("", "tcp ", "udp ") + direction + "portrange " + one("20-80", "5000-5001", "80-22", "0-1023", "60000-65535");
            case 8 -> one("", "ip ", "ip6 ") + "proto " + one("6", "17", "\\tcp", "58", "132", "1", "0");
            case 9 -> "ether proto " + one("0x800", "\\ip", "\\arp", "\\ip6", "0x8100", "0x88a8");
            case 10 -> "ether " + one("host ", "src ", "dst ", "src or dst ", "src and dst ") + one("2:53:50:4e:0:1", "02:53:50:4e:ff:ff",
                "ff:ff:ff:ff:ff:ff");
            case 11 -> one("broadcast", "ether broadcast", "multicast", "ether multicast", "ip multicast", "ip6 multicast");
            case 12 -> one("less ", "greater ") + (random.nextInt(120) + 14);
            case 13 -> random.nextInt(3) == 0 ? one("vlan", "vlan 100", "vlan 101") : "port (" + port() + " or " + port() + ")";
            default -> relation();
        };
    }

    private String host() {
        int address = FilterTraffic.HOSTS[random.nextInt(FilterTraffic.HOSTS.length)];
        return (address >>> 24) + "." + (address >>> 16 & 0xFF) + "." + (address >>> 8 & 0xFF) + "." + (address & 0xFF);
    }

    private String host6() {
        return one("2001:db8::1", "2001:db8:1::2", "fe80::53:50ff:fe4e", "ff02::5");
    }

    private String port() {
        return one(String.valueOf(FilterTraffic.PORTS[random.nextInt(FilterTraffic.PORTS.length)]));
    }

    private String relation() {
        return switch (random.nextInt(5)) {
            case 0 -> one("tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn", "ip[0] & 0xf != 5", "icmp[icmptype] = icmp-echo",
                "tcp[13] & 2 != 0", "ip[6:2] & 0x1fff = 0", "ip6[6] = 58", "icmp6[icmp6type] == icmp6-echo", "ether[0] & 1 = 0",
                "ip[2:2] > 60", "udp[4:2] <= 20", "tcp[((tcp[12] & 0xf0) >> 2):1] = 0", "ip[8] < 65", "len - 14 >= ip[2:2]",
                "ip[12:4] = ip[16:4]", "len > 60", "ether[12:2] = 0x806", "(ip[0] >> 4) = 4");
            default -> accessor() + " " + one(COMPARISONS) + " " + (random.nextInt(4) == 0 ? accessor() : number());
        };
    }

    private String number() {
        return one(String.valueOf(random.nextInt(300)), String.valueOf(random.nextInt(70_000)), "0x"
            + Integer.toHexString(random.nextInt()),
            "0" + Integer.toOctalString(random.nextInt(300)));
    }

    private String accessor() {
        String load = switch (random.nextInt(6)) {
            case 0 -> "len";
            case 1 -> one("tcp", "udp", "icmp", "icmp6", "ip", "ip6", "ether") + "[" + one("ip[0] & 7", "len - 50", "ether[13] & 3") + ":"
                + one("1", "2", "4") + "]";
            default -> one("tcp", "udp", "icmp", "icmp6", "ip", "ip6", "ether", "arp") + "[" + random.nextInt(random.nextInt(8) == 0 ? 200
                : 24)
                + one("", ":1", ":2", ":4") + "]";
        };
        if (random.nextInt(3) == 0) {
            String operator = one(OPERATORS);
            String operand = operator.equals("<<") || operator.equals(">>") ? String.valueOf(random.nextInt(32))
                : operator.equals("/") || operator.equals("%") ? one("2", "3", "7", "(1 + ip[8])") : String.valueOf(1
                    + random.nextInt(255));
            return "(" + load + " " + operator + " " + operand + ")";
        }
        return load;
    }
}

package dev.spine.command.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Commands of {@code ip} that change routes, next hops, groups of next hops, addresses and interfaces, many of which the kernel refuses.
 * There are three cards, p0 to p2, and x0, which is none, each an end of a virtual pair.
 */
final class RandomRouteCommands {
    private static final int CARDS = 3;
    private static final List<String> PREFIXES4 = List.of("192.0.2.0/24", "192.0.2.128/25", "198.51.100.0/24", "203.0.113.7",
        "default", "10.0.0.128/25");
    private static final List<String> PREFIXES6 = List.of("2001:db8:90::/48", "2001:db8:90:1::/64", "2001:db8:91::7", "2001:db8:92::/48");
    private static final List<String> VERBS = List.of("add", "add", "append", "prepend", "replace", "replace", "change", "del", "del");
    private static final List<String> TYPES = List.of("blackhole", "unreachable", "prohibit", "throw");

    private final Random random;

    RandomRouteCommands(Random random) {
        this.random = random;
    }

    /** {@return what makes the interfaces, all of which succeed} */
    static List<String> set() {
        List<String> commands = new ArrayList<>();
        for (int card = 0; card < CARDS; card++) {
            commands.addAll(made("p" + card, "q" + card, card));
        }
        commands.addAll(made("x0", "y0", 9));
        return commands;
    }

    private static List<String> made(String near, String far, int number) {
        return List.of("link add " + near + " type veth peer name " + far, "link set " + far + " up", "link set " + near + " up",
            "addr add 10.0." + number + ".1/24 dev " + near, "addr add 2001:db8:" + number + "::1/64 dev " + near + " nodad");
    }

    /** {@return some commands that belong together} */
    List<String> next() {
        int what = random.nextInt(100);
        if (what < 34) {
            return List.of(route4());
        } else if (what < 52) {
            return List.of(route6());
        } else if (what < 78) {
            return List.of(nextHop());
        } else if (what < 86) {
            return List.of(address());
        } else if (what < 97) {
            return List.of(link());
        } else if (what < 98) {
            return List.of("nexthop flush");
        } else if (what < 99) {
            return List.of("route flush proto " + any("static", "bird"));
        }
        return random.nextBoolean() ? again("p2", "q2", 2) : again("x0", "y0", 9);
    }

    private static List<String> again(String near, String far, int number) {
        List<String> commands = new ArrayList<>(List.of("link del " + near));
        commands.addAll(made(near, far, number));
        return commands;
    }

    private String any(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** The number of a card, or that of the interface that is none. */
    private int number() {
        return oneIn(12) ? 9 : random.nextInt(CARDS);
    }

    private static String device(int number) {
        return number == 9 ? "x0" : "p" + number;
    }

    private String gateway4(int number) {
        return "10.0." + number + "." + (2 + random.nextInt(3));
    }

    private String gateway6(int number) {
        return "2001:db8:" + number + "::" + (2 + random.nextInt(3));
    }

    private String options() {
        return (oneIn(3) ? " metric " + any("10", "20") : "") + (oneIn(4) ? " proto " + any("static", "bird") : "");
    }

    private String route4() {
        String verb = any(VERBS);
        String prefix = any(PREFIXES4);
        if (verb.equals("del") && random.nextBoolean()) {
            return "route del " + prefix + options();
        }
        if (oneIn(8)) {
            return "route " + verb + " " + any(TYPES) + " " + prefix + options();
        }
        int number = number();
        String target = switch (random.nextInt(8)) {
            case 0 -> "dev " + device(number);
            case 1 -> "nexthop via " + gateway4(number) + " weight " + (1 + random.nextInt(4)) + " nexthop via " + gateway4(number());
            case 2, 3, 4 -> "nhid " + (oneIn(2) ? 1 + random.nextInt(6) : 11 + random.nextInt(3));
            case 5 -> oneIn(2) ? "via inet6 " + gateway6(number) + " dev " + device(number)
                : "via " + gateway4(number) + " src 10.0." + random.nextInt(CARDS) + "." + any("1", "9");
            default -> "via " + gateway4(number);
        };
        return "route " + verb + " " + prefix + (oneIn(20) ? " tos 4" : "") + options() + " " + target + mtu();
    }

    private String mtu() {
        return oneIn(8) ? " mtu lock " + any("1000", "1300", "1400") : "";
    }

    private String route6() {
        String verb = any(VERBS);
        String prefix = any(PREFIXES6);
        if (verb.equals("del") && random.nextBoolean()) {
            return "route del " + prefix + options();
        }
        if (oneIn(8)) {
            return "route " + verb + " " + any(TYPES) + " " + prefix + options();
        }
        int number = number();
        String target = switch (random.nextInt(7)) {
            case 0 -> "dev " + device(number);
            case 1 -> {
                int other = number();
                yield "nexthop via " + gateway6(number) + " dev " + device(number) + " weight " + (1 + random.nextInt(4)) + " nexthop via "
                    + gateway6(other) + " dev " + device(other);
            }
            case 2, 3 -> "nhid " + (oneIn(2) ? 7 + random.nextInt(3) : 14 + random.nextInt(2));
            default -> "via " + gateway6(number) + " dev " + device(number);
        };
        return "route " + verb + " " + prefix + options() + " " + target + mtu();
    }

    private String nextHop() {
        boolean six = oneIn(3);
        boolean group = oneIn(3);
        int id = six ? group ? 14 + random.nextInt(2) : 7 + random.nextInt(3) : group ? 11 + random.nextInt(3) : 1 + random.nextInt(6);
        if (oneIn(3)) {
            return "nexthop del id " + id;
        }
        String begin = "nexthop " + any("add", "replace") + " id " + id + " ";
        if (group) {
            int first = six ? 7 + random.nextInt(3) : 1 + random.nextInt(6);
            int second = six ? 7 + random.nextInt(3) : 1 + random.nextInt(6);
            return begin + "group " + first + (oneIn(2) ? "," + (1 + random.nextInt(9)) : "") + (first == second ? "" : "/" + second)
                + (oneIn(4) ? " type resilient buckets 8" : "");
        }
        int number = number();
        if (oneIn(10)) {
            return begin + "blackhole";
        }
        return begin + (six ? "via " + gateway6(number) + " " : oneIn(5) ? "" : "via " + gateway4(number) + " ") + "dev " + device(number);
    }

    private String address() {
        int number = random.nextInt(CARDS);
        String verb = oneIn(3) ? "del" : "add";
        return switch (random.nextInt(3)) {
            case 0 -> "addr " + verb + " 2001:db8:" + number + "::1/64 dev " + device(number) + (verb.equals("add") ? " nodad" : "");
            case 1 -> "addr " + verb + " 10.0." + number + ".9/24 dev " + device(number);
            default -> "addr " + verb + " 10.0." + number + ".1/24 dev " + device(number);
        };
    }

    private String link() {
        int number = number();
        String end = oneIn(4) ? number == 9 ? "y0" : "q" + number : device(number);
        return "link set " + end + " " + (oneIn(3) ? "down" : "up");
    }
}

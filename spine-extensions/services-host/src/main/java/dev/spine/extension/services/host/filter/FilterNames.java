package dev.spine.extension.services.host.filter;

import java.util.Map;

/**
 * Names of numbers: ports of well-known services (IANA's register of service names), offsets and bits of headers as libpcap calls them.
 */
final class FilterNames {
    static final Map<String, Integer> PORTS = Map.ofEntries(Map.entry("ftp-data", 20), Map.entry("ftp", 21), Map.entry("ssh", 22),
        Map.entry("telnet", 23), Map.entry("smtp", 25), Map.entry("domain", 53), Map.entry("bootps", 67), Map.entry("bootpc", 68),
        Map.entry("tftp", 69), Map.entry("http", 80), Map.entry("pop3", 110), Map.entry("ntp", 123), Map.entry("imap2", 143),
        Map.entry("snmp", 161), Map.entry("bgp", 179), Map.entry("ldap", 389), Map.entry("https", 443), Map.entry("submission", 587),
        Map.entry("ldaps", 636), Map.entry("imaps", 993), Map.entry("pop3s", 995), Map.entry("nfs", 2049));

    static final Map<String, Integer> NUMBERS = Map.ofEntries(Map.entry("icmptype", 0), Map.entry("icmpcode", 1),
        Map.entry("icmp6type", 0), Map.entry("icmp6code", 1), Map.entry("tcpflags", 13),
        Map.entry("tcp-fin", 1), Map.entry("tcp-syn", 2), Map.entry("tcp-rst", 4), Map.entry("tcp-push", 8), Map.entry("tcp-ack", 16),
        Map.entry("tcp-urg", 32), Map.entry("tcp-ece", 64), Map.entry("tcp-cwr", 128),
        Map.entry("icmp-echoreply", 0), Map.entry("icmp-unreach", 3), Map.entry("icmp-sourcequench", 4), Map.entry("icmp-redirect", 5),
        Map.entry("icmp-echo", 8), Map.entry("icmp-routeradvert", 9), Map.entry("icmp-routersolicit", 10), Map.entry("icmp-timxceed", 11),
        Map.entry("icmp-paramprob", 12), Map.entry("icmp-tstamp", 13), Map.entry("icmp-tstampreply", 14), Map.entry("icmp-ireq", 15),
        Map.entry("icmp-ireqreply", 16), Map.entry("icmp-maskreq", 17), Map.entry("icmp-maskreply", 18),
        Map.entry("icmp6-destinationunreach", 1), Map.entry("icmp6-packettoobig", 2), Map.entry("icmp6-timeexceeded", 3),
        Map.entry("icmp6-parameterproblem", 4), Map.entry("icmp6-echo", 128), Map.entry("icmp6-echoreply", 129),
        Map.entry("icmp6-routersolicit", 133), Map.entry("icmp6-routeradvert", 134), Map.entry("icmp6-neighborsolicit", 135),
        Map.entry("icmp6-neighboradvert", 136), Map.entry("icmp6-redirect", 137));

    private FilterNames() {}
}

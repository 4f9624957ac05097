package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Buffer;
import java.util.List;

/**
 * Finds out for which service the first request of a connection is: by the authority of its target (RFC 9112, 3.2.2), else by its first
 * field {@code Host} (RFC 9110, 7.2). Bytes come as they come; each is looked at once, and what has been found out is kept in the {@link
 * RequestHead}.
 */
final class HostFinder {
    /** Not enough has come. */
    static final int MORE = -1;
    /** The name is none that any service has. */
    static final int UNKNOWN = -2;
    /** It names nobody: what has come is no request of HTTP/1, or one without a host. */
    static final int NOBODY = -3;

    private static final String FIELD = "host";
    private static final String SCHEME = "http://";
    private static final String VERSION = "HTTP/1.";

    private final List<VirtualService> services;
    private final Buffer memory;

    /**
     * A finder.
     *
     * @param services all of them
     * @param memory the bytes of all heads
     */
    HostFinder(List<VirtualService> services, Buffer memory) {
        this.services = services;
        this.memory = memory;
    }

    /** {@return the number of a service, {@link #MORE}, {@link #UNKNOWN} or {@link #NOBODY}} */
    int find(RequestHead head, Endpoint endpoint) {
        int end = head.base + head.bytes;
        int at = head.base + head.scanned;
        int found = MORE;
        while (at < end && found == MORE) {
            if (memory.u8(at) == '\n') {
                int first = head.base + head.lineAt;
                int last = at > first && memory.u8(at - 1) == '\r' ? at - 1 : at;
                found = first == head.base ? target(first, last, endpoint) : field(first, last, endpoint);
                head.lineAt = at + 1 - head.base;
            }
            at++;
        }
        head.scanned = at - head.base;
        return found;
    }

    /** The first line: a method, a target and a version with a blank between them. */
    private int target(int first, int last, Endpoint endpoint) {
        int blank = next(first, last, ' ');
        int second = next(blank + 1, last, ' ');
        if (blank == first || second >= last || !begins(second + 1, last, VERSION)) {
            return NOBODY;
        }
        int from = blank + 1;
        return begins(from, second, SCHEME) ? service(from + SCHEME.length(), second, endpoint) : MORE;
    }

    private int field(int first, int last, Endpoint endpoint) {
        if (first == last) {
            // The head is over.
            return NOBODY;
        }
        int colon = first + FIELD.length();
        if (!begins(first, last, FIELD) || colon >= last || memory.u8(colon) != ':') {
            return MORE;
        }
        int from = colon + 1;
        while (from < last && isBlank(from)) {
            from++;
        }
        return service(from, last, endpoint);
    }

    private boolean isBlank(int at) {
        int c = memory.u8(at);
        return c == ' ' || c == '\t';
    }

    private int next(int from, int end, char what) {
        int at = from;
        while (at < end && memory.u8(at) != what) {
            at++;
        }
        return at;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    private boolean begins(int from, int end, String text) {
        if (end - from < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (lower(memory.u8(from + i)) != lower(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The service of the name that begins at a place; port, path and a last dot do not count. */
    private int service(int from, int last, Endpoint endpoint) {
        int end = from;
        while (end < last && memory.u8(end) != ':' && memory.u8(end) != '/' && !isBlank(end)) {
            end++;
        }
        if (end > from && memory.u8(end - 1) == '.') {
            end--;
        }
        if (end == from) {
            return NOBODY;
        }
        int suffix = UNKNOWN;
        int suffixLength = 0;
        for (int i = 0; i < services.size(); i++) {
            VirtualService service = services.get(i);
            if (!service.endpoint().equals(endpoint)) {
                continue;
            }
            List<String> hosts = service.hosts();
            for (int k = 0; k < hosts.size(); k++) {
                String host = hosts.get(k);
                boolean all = host.charAt(0) == '*';
                int length = all ? host.length() - 1 : host.length();
                if (all ? end - from <= length : end - from != length) {
                    continue;
                }
                if (!ends(end, host, length)) {
                    continue;
                }
                if (!all) {
                    return i;
                }
                if (length > suffixLength) {
                    suffix = i;
                    suffixLength = length;
                }
            }
        }
        return suffix;
    }

    private boolean ends(int end, String host, int length) {
        int skipped = host.length() - length;
        for (int i = 0; i < length; i++) {
            if (lower(memory.u8(end - length + i)) != host.charAt(skipped + i)) {
                return false;
            }
        }
        return true;
    }
}

package dev.spine.system;

import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.system.file.TomlSection;
import java.util.Locale;

/**
 * What each user of a running system may have, whoever runs it excepted. Any thread.
 *
 * @param extensions what his extensions may use together, on each runtime
 * @param connections to the control socket at a time
 * @param requestsPerSecond over all his connections; more wait
 */
public record QuotaSpec(OwnerLimits extensions, int connections, int requestsPerSecond) {
    /** What a user gets when the file says nothing. */
    public static final QuotaSpec STANDARD = new QuotaSpec(OwnerLimits.STANDARD, 16, 200);

    private static final int MAX_CONNECTIONS = 1024;
    private static final int MAX_REQUESTS = 1_000_000;

    /** {@return the word for a quota in a system file} */
    static String word(Quota quota) {
        return quota.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static QuotaSpec read(TomlSection section) {
        OwnerLimits limits = OwnerLimits.STANDARD;
        for (Quota quota : Quota.values()) {
            String key = word(quota);
            limits = limits.with(quota, quota.isBytes() ? section.size(key, 0, Long.MAX_VALUE, limits.limit(quota))
                : section.number(key, 0, Long.MAX_VALUE, limits.limit(quota)));
        }
        QuotaSpec quota = new QuotaSpec(limits, (int) section.number("connections", 1, MAX_CONNECTIONS, STANDARD.connections),
            (int) section.number("requests-per-second", 1, MAX_REQUESTS, STANDARD.requestsPerSecond));
        section.finish();
        return quota;
    }
}

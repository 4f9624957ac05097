package dev.spine.extension.services.host;

import dev.spine.extension.api.Extension;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import java.util.Map;

/** A service that a test has loaded with parameters. */
public record LoadedService(ExtensionClient client, int instance) {
    /** Loads it as the node's own. */
    public static LoadedService load(ExtensionClient client, Class<? extends Extension> entry, Map<String, String> parameters) {
        LoadOptions options = LoadOptions.OF_NODE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            options = options.with(parameter.getKey(), parameter.getValue());
        }
        return new LoadedService(client, client.load(PackagedExtension.image(entry.getSimpleName(), entry), options));
    }

    /** A counter, 0 if there is none; fails when the service has failed. */
    public long counter(String name) {
        var status = client.inspect(instance, 0);
        if (!status.failure().isEmpty()) {
            throw new AssertionError(status.failure());
        }
        return status.counters().getOrDefault(name, 0L);
    }

    /** Unloads it. */
    public void unload() {
        client.unload(instance, 0);
    }
}

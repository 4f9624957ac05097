package dev.spine.command.run;

import dagger.Module;
import dagger.Provides;
import dev.spine.command.control.ControlLimits;
import dev.spine.command.control.ControlServer;
import dev.spine.command.control.ControlSocket;
import dev.spine.system.QuotaSpec;
import dev.spine.system.SpineSystem;
import java.util.Optional;
import java.util.function.Consumer;
import javax.inject.Singleton;

/** How parts of a run are made that are not made of parts alone. */
@Module
interface RunModule {
    @Provides
    @Singleton
    static Optional<KernelEnvironment> kernel(SpineSystem system) {
        return Optional.ofNullable(KernelEnvironment.of(system));
    }

    @Provides
    @Singleton
    static Cards cards(SpineSystem system, Optional<KernelEnvironment> kernel) {
        return Cards.of(system, kernel.map(KernelEnvironment::runtime).orElse(null));
    }

    @Provides
    @Singleton
    static OwnerRegistry owners(SpineSystem system, Cards cards) {
        return new OwnerRegistry(cards, system.description().service().quota().extensions());
    }

    @Provides
    @Singleton
    static TiedExtensions tied() {
        return new TiedExtensions();
    }

    @Provides
    @Singleton
    static ControlServer server(SpineSystem system, ControlSocket socket, RunService service, Consumer<String> text) {
        QuotaSpec quota = system.description().service().quota();
        return new ControlServer(socket, ControlLimits.STANDARD.withConnectionsOfUser(quota.connections())
            .withRequestsPerSecond(quota.requestsPerSecond()), service, text);
    }
}

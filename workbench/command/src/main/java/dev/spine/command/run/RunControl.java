package dev.spine.command.run;

import dev.spine.command.control.ControlServer;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.QuotaSpec;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.file.SystemFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.inject.Inject;
import javax.inject.Provider;
import javax.inject.Singleton;

/** What a client with the rights of an administrator can order of a run. Any thread. */
@Singleton
final class RunControl {
    private final SpineSystem system;
    private final Supplier<SystemDescription> source;
    private final Interruption interruption;
    private final Consumer<String> text;
    private final Orders orders;
    private final Cards cards;
    private final OwnerRegistry owners;
    private final FileExtensions files;
    private final TiedExtensions tied;
    private final Programs programs;
    private final Provider<ControlServer> server;
    /** Held while the file is read again, so that two who ask for it do not do it at once. */
    private final ReentrantLock reloading = new ReentrantLock();
    private SystemDescription description;

    @Inject
    RunControl(SpineSystem system, Supplier<SystemDescription> source, Interruption interruption, Consumer<String> text, Orders orders,
        Cards cards, OwnerRegistry owners, FileExtensions files, TiedExtensions tied, Programs programs, Provider<ControlServer> server) {
        this.system = system;
        this.source = source;
        this.interruption = interruption;
        this.text = text;
        this.orders = orders;
        this.cards = cards;
        this.owners = owners;
        this.files = files;
        this.tied = tied;
        this.programs = programs;
        this.server = server;
        this.description = system.description();
    }

    /** {@return what was done} */
    Changes reload() throws RequestException {
        reloading.lock();
        try {
            SystemDescription next = source.get();
            Changes changes = files.follow(next);
            QuotaSpec quota = next.service().quota();
            QuotaSpec old = description.service().quota();
            if (!quota.extensions().equals(old.extensions())) {
                changes.attempt("the quota", () -> {
                    owners.limit(quota.extensions());
                    return "changed the quota of all users";
                });
            }
            if (quota.connections() != old.connections() || quota.requestsPerSecond() != old.requestsPerSecond()) {
                changes.needsRestart("connections and requests-per-second of [quota]");
            }
            if (!next.service().outline().equals(description.service().outline())) {
                changes.needsRestart("what the file says about the system, its wires, IOPs, devices or exports");
            }
            description = next;
            return changes;
        } catch (SystemFileException e) {
            throw new RequestException(Refusal.FAILED, "nothing was changed: " + e.getMessage());
        } finally {
            reloading.unlock();
        }
    }

    /** {@return what was done} */
    Changes reset(String iop) throws RequestException {
        if (!system.iops().containsKey(iop)) {
            throw new RequestException(Refusal.NONE, "there is no IOP \"" + iop + "\"; there are " + String.join(", ",
                system.iops().keySet()));
        }
        reloading.lock();
        try {
            system.await("the reset of " + iop, () -> system.driver().restart(system.driver(iop)));
            text.accept(iop + " was reset");
            programs.reset(iop);
            for (CardRuntime runtime : cards.all()) {
                if (runtime.iop().equals(iop)) {
                    tied.forget(runtime);
                    owners.limitAnew(runtime);
                }
            }
            return files.follow(description);
        } catch (HostException | AwaitFailedException e) {
            throw new RequestException(Refusal.FAILED, "the reset was refused or has failed: " + e.getMessage());
        } finally {
            reloading.unlock();
        }
    }

    /** Ends the system, soon. */
    void stop() {
        interruption.limit();
        orders.give(Orders.Order.STOP);
    }

    /** {@return what the control socket has counted} */
    Map<String, Object> counters() {
        Map<String, Object> members = new LinkedHashMap<>(server.get().counters().byLabel());
        members.put("connected", server.get().connected());
        return members;
    }
}

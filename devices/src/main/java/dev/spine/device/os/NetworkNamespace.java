package dev.spine.device.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A network namespace of Linux: interfaces, addresses and routes of their own.
 *
 * <p>Descriptors that are opened inside, sockets and TAP devices, stay with it wherever they are used later, and keep it alive while they
 * are open even if its name is removed. So only opening them happens inside, on a thread made for it. Immutable, any thread.
 *
 * <p>Source: network_namespaces(7), setns(2), ip-netns(8).
 */
public final class NetworkNamespace {
    /** That of this process. */
    public static final NetworkNamespace OWN = new NetworkNamespace("its own", null);

    private static final Path NAMED = Path.of("/run/netns");

    private final String label;
    private final @Nullable Path file;

    private NetworkNamespace(String label, @Nullable Path file) {
        this.label = label;
        this.file = file;
    }

    /**
     * {@return a namespace that is there}
     *
     * @param nameOrPath a name as {@code ip netns} lists it, or the path of a namespace's file such as {@code /proc/1234/ns/net}
     * @throws SystemCallException when there is none: make it with {@code ip netns add}
     */
    public static NetworkNamespace of(String nameOrPath) {
        boolean path = nameOrPath.startsWith("/");
        if (!path && (nameOrPath.isEmpty() || nameOrPath.contains("/") || nameOrPath.startsWith(".") || nameOrPath.indexOf('\0') >= 0)) {
            throw new SystemCallException("\"" + nameOrPath + "\" is not a valid network namespace: write a name without slash, or an"
                + " absolute path", 0);
        }
        if (nameOrPath.indexOf('\0') >= 0) {
            throw new SystemCallException("the path of a network namespace has no character 0", 0);
        }
        Path file;
        try {
            file = path ? Path.of(nameOrPath) : NAMED.resolve(nameOrPath);
        } catch (InvalidPathException e) {
            throw new SystemCallException("there is no network namespace '" + nameOrPath + "': this system cannot write such a name", 0);
        }
        if (!Files.exists(file)) {
            throw new SystemCallException("there is no network namespace '" + nameOrPath + "'"
                + (path ? ": check the path" : ": make it with 'ip netns add " + nameOrPath + "'"), SystemCalls.ENOENT);
        }
        return new NetworkNamespace("'" + nameOrPath + "'", file);
    }

    /**
     * Does something inside, and waits for it. Whatever it throws is thrown here.
     *
     * @param <T> the result
     * @param work what is done; its thread ends with it
     * @return the result
     * @throws SystemCallException when the namespace cannot be entered: it takes the rights of root (CAP_SYS_ADMIN), and that it is still
     *     there
     */
    public <T> T call(Supplier<T> work) {
        Path entered = file;
        if (entered == null) {
            return work.get();
        }
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Thread inside = Thread.ofPlatform().daemon().name("in network namespace " + label).unstarted(() -> {
            try {
                enter(entered);
                result.set(work.get());
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        inside.start();
        join(inside);
        Throwable failure = thrown.get();
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return Objects.requireNonNull(result.get(), "what is done in a namespace has a result");
    }

    private void enter(Path entered) {
        int descriptor = SystemCalls.open(entered.toString(), SystemCalls.CLOSE_ON_EXEC | SystemCalls.NON_BLOCKING);
        int result = descriptor;
        if (descriptor >= 0) {
            result = SystemCalls.setNamespace(descriptor);
            SystemCalls.close(descriptor);
        }
        if (result < 0) {
            throw new SystemCallException("network namespace " + label + " cannot be entered (" + SystemCallException.words(-result)
                + "): " + (result == -SystemCalls.EINVAL ? "that file is none" : "it takes the rights of root"), -result);
        }
    }

    /** The thread inside makes a few system calls and ends; an interrupt is kept for whoever asks next. */
    private static void join(Thread inside) {
        boolean interrupted = false;
        while (inside.isAlive()) {
            try {
                inside.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * {@return the number by which the kernel tells it from others, the same for each of its names and each process; not beyond its end}
     *
     * @throws SystemCallException as {@link #call}, or /proc is not there
     */
    public long number() {
        return call(() -> {
            try {
                return (Long) Files.getAttribute(Path.of("/proc/thread-self/ns/net"), "unix:ino");
            } catch (IOException | UnsupportedOperationException e) {
                throw new SystemCallException("the number of network namespace " + label + " cannot be read: " + e.getMessage(), 0);
            }
        });
    }

    /** For people: its name in quotes, or that it is the process's own. */
    @Override
    public String toString() {
        return label;
    }
}

package dev.spine.perf.benchmarks.hop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads the code of one variant apart from that of the others.
 *
 * <p>HotSpot keeps its profile per bytecode. Variants that share a class would teach the compiler about each other's receivers, and a
 * call that is inlined in an application, where one kind of list is used, would not be inlined here.
 */
final class IsolatedCode extends ClassLoader {
    private static final Set<String> SHARED = Set.of(HopVariant.class.getName(), RateVariant.class.getName(), HopLoops.class.getName(),
        HopOptions.class.getName());

    IsolatedCode() {
        super(IsolatedCode.class.getClassLoader());
    }

    /**
     * Makes an object of a class that this loader loads anew.
     *
     * @param registerInterface the front end under which everybody knows it
     * @param type its class, with a public constructor that takes {@code parameters}
     * @param parameters objects whose classes are not loaded anew
     */
    <T> T make(Class<T> registerInterface, Class<? extends T> type, Object... parameters) {
        Class<?>[] types = Arrays.stream(parameters).map(Object::getClass).toArray(Class<?>[]::new);
        try {
            return registerInterface.cast(loadClass(type.getName()).getConstructor(types).newInstance(parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " needs a public constructor with " + Arrays.toString(types), e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            byte[] image = isOwn(name) ? image(name) : null;
            return image == null ? super.loadClass(name, resolve) : defineClass(name, image, 0, image.length);
        }
    }

    private static boolean isOwn(String name) {
        return (name.startsWith("dev.spine.") || name.startsWith("org.jctools.")) && !SHARED.contains(name);
    }

    private byte @Nullable [] image(String name) {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the code of " + name, e);
        }
    }
}

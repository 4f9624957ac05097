package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.MeterAccount;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** Classes of an image in a name space of their own, metered or as they are. */
final class MeteredProgram extends ClassLoader implements MeterAccount.Holder {
    final MeterAccount account = new MeterAccount();
    private final Map<String, byte[]> classes;

    private MeteredProgram(Map<String, byte[]> classes) {
        super("program", MeteredProgram.class.getClassLoader());
        this.classes = classes;
    }

    static MeteredProgram metered(Map<String, byte[]> image) {
        Map<String, byte[]> all = new LinkedHashMap<>(new ClassMeter(image).meter());
        all.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeteredProgram(all);
    }

    static MeteredProgram plain(Map<String, byte[]> image) {
        return new MeteredProgram(image);
    }

    @Override
    public MeterAccount account() {
        return account;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Makes an object of a class, which is a program. */
    @SuppressWarnings("unchecked")
    Callable<Object> make(String name) throws Throwable {
        try {
            var constructor = loadClass(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Callable<Object>) constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

package dev.spine.extension.runtime.verify;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the verdict on an image: applies every {@link Rule} to every class, and goes on after the first finding.
 *
 * <p>Nothing of the image is defined or run for that. For any thread.
 */
public final class Verifier {
    private static final ClassTransform PLAIN_METHODS = ClassTransform.transformingMethods((builder, element) -> {
        if (element instanceof AccessFlags flags) {
            builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_BRIDGE);
        } else {
            builder.with(element);
        }
    });

    private final Predicate<String> mayDefine;
    private final AllowList allowed;

    /**
     * A verifier with the standard list.
     *
     * @param mayDefine whether an image may have a class of a binary name
     */
    public Verifier(Predicate<String> mayDefine) {
        this.mayDefine = mayDefine;
        this.allowed = AllowList.standard();
    }

    /**
     * Gives the verdict.
     *
     * @param classes binary name to class file
     * @param entryClass binary name of the entry class, or null when there is none to be made
     * @return the verdict
     */
    public Verdict verify(Map<String, byte[]> classes, @Nullable String entryClass) {
        return examine(classes, entryClass).verdict();
    }

    /**
     * Gives the verdict, and what was read for it.
     *
     * @param classes binary name to class file
     * @param entryClass binary name of the entry class, or null when there is none to be made
     * @return the verdict and the classes
     */
    public Verification examine(Map<String, byte[]> classes, @Nullable String entryClass) {
        Findings findings = new Findings();
        ImageClasses image = new ImageClasses(allowed);
        if (classes.size() > Limits.CLASSES.most()) {
            findings.add(Rule.LIMIT, Site.of(""), "classes of " + classes.size() + " instead of at most " + Limits.CLASSES.most());
        }
        int bytes = 0;
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            bytes += one.getValue().length;
            read(one.getKey(), one.getValue(), image, findings);
        }
        References references = new References(image, findings);
        CodeRules code = new CodeRules(image, findings, references);
        Rules rules = new Rules(new ClassRules(image, findings), code, new InitialiserRules(image, findings),
            new PoolRules(image, findings, references), references);
        for (ClassModel model : image.all().values()) {
            Site site = Site.of(model.thisClass().asInternalName().replace('/', '.'));
            guarded(findings, site, () -> rules.check(model, site));
        }
        if (entryClass != null && (findings.isEmpty() || image.has(entryClass.replace('.', '/')))) {
            Site site = Site.of(entryClass);
            guarded(findings, site, () -> rules.classes().entry(image.find(entryClass.replace('.', '/')), site));
        }
        if (findings.isEmpty()) {
            // Only on what is well formed: circles of superclasses and the like would not end there.
            types(image, findings);
        }
        return new Verification(new Verdict(findings.list(), findings.dropped(), new TreeMap<>(references.links()),
            code.sizes(classes.size(), bytes)), image.all(), image.code());
    }

    private record Rules(ClassRules classes, CodeRules code, InitialiserRules initialisers, PoolRules pool, References references) {
        void check(ClassModel model, Site site) {
            classes.check(model, site);
            for (FieldModel field : model.fields()) {
                references.descriptor(field.fieldType().stringValue(), site);
            }
            for (MethodModel method : model.methods()) {
                Site there = new Site(site.className(), method.methodName().stringValue() + method.methodType().stringValue(), 0);
                references.descriptor(method.methodType().stringValue(), there);
                code.check(model, method, there);
                initialisers.check(model, method, there);
            }
            pool.check(model, site);
        }
    }

    private void read(String name, byte[] original, ImageClasses image, Findings findings) {
        Site site = Site.of(name);
        guarded(findings, site, () -> {
            if (original.length > Limits.CLASS_BYTES.most()) {
                findings.add(Rule.LIMIT, site, "class bytes of " + original.length + " instead of at most " + Limits.CLASS_BYTES.most());
                return;
            }
            if (!mayDefine.test(name)) {
                findings.add(Rule.OWN_PACKAGE, site, "class " + name);
                return;
            }
            byte[] bytes = Renaming.renamed(original);
            ClassModel model = ClassFile.of().parse(bytes);
            String internal = model.thisClass().asInternalName();
            if (!internal.equals(name.replace('.', '/'))) {
                findings.add(Rule.CLASS_NAME, site, "class " + internal.replace('/', '.') + " under the name " + name);
                return;
            }
            image.add(internal, model, bytes);
        });
    }

    /** The Class-File API reads lazily: any look at a class may find that it is none, or that it needs more stack or heap than there is. */
    private static void guarded(Findings findings, Site site, Runnable look) {
        try {
            look.run();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            findings.add(Rule.CLASS_FILE, site, "a class file that cannot be read (" + e.getClass().getSimpleName()
                + (e.getMessage() == null ? "" : ": " + e.getMessage()) + ")");
        }
    }

    private static void types(ImageClasses image, Findings findings) {
        FormatRules format = new FormatRules(image, findings);
        ClassFile checker = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(new KnownHierarchy(image)));
        for (ClassModel model : image.all().values()) {
            Site site = Site.of(model.thisClass().asInternalName().replace('/', '.'));
            guarded(findings, site, () -> format.rest(model, image.bytes(model), site));
            guarded(findings, site, () -> checker.verify(withoutBridges(model)).forEach(error -> findings.add(Rule.VERIFICATION, site,
                "code of wrong types (" + error.getMessage() + ")")));
        }
    }

    /** The check of the Class-File API passes over methods that call themselves bridges, so none does here. */
    private static ClassModel withoutBridges(ClassModel model) {
        boolean hasBridge = false;
        for (MethodModel method : model.methods()) {
            hasBridge |= (method.flags().flagsMask() & ClassFile.ACC_BRIDGE) != 0;
        }
        return hasBridge ? ClassFile.of().parse(ClassFile.of().transformClass(model, PLAIN_METHODS)) : model;
    }
}

package dev.spine.host.testkit.junit;

import dev.spine.host.testkit.IopKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** One run of a test per kind of IOP. */
final class EachKindProvider implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), TestOnEachKind.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        TestOnEachKind wanted = AnnotationSupport.findAnnotation(context.getTestMethod(), TestOnEachKind.class).orElseThrow();
        return Arrays.stream(wanted.value()).map(EachKindProvider::run);
    }

    private static TestTemplateInvocationContext run(IopKind kind) {
        return new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int index) {
                return kind.name().toLowerCase(Locale.ROOT) + " IOP";
            }

            @Override
            public void prepareInvocation(ExtensionContext context) {
                SpineExtension.store(context).put(IopKind.class, kind);
            }
        };
    }
}
